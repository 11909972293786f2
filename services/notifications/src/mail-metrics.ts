import { Counter, Gauge, type Registry } from 'prom-client'
import type { Counted } from './deliver.ts'

/** @returns counts one attempt at a mail of a kind */
export function createMailMetrics(registry: Registry, counts: () => Promise<Record<string, number>>) {
  const registers = [registry]
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts at mails.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const unknown = new Counter({
    name: 'mail_outcome_unknown_total',
    help: 'Mails that may have arrived although the connection broke.',
    registers,
  })
  new Gauge({
    name: 'queue_jobs',
    help: 'Mail jobs by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const states = await counts().catch(() => ({}))
      for (const [state, count] of Object.entries(states)) this.set({ state }, Number(count))
    },
  })
  return (kind: string, outcome: Counted) => {
    mails.inc({ kind, outcome })
    if (outcome === 'unknown') unknown.inc()
  }
}
