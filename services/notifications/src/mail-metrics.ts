import { readGauge } from '@darsi/kit/metrics.ts'
import { Counter, type Registry } from 'prom-client'
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
  const jobs = { name: 'queue_jobs', help: 'Mail jobs by state.', labelNames: ['state'] }
  readGauge(registry, jobs, async () =>
    Object.entries(await counts()).map(([state, value]) => ({ value, labels: { state } })),
  )
  return (kind: string, outcome: Counted) => {
    mails.inc({ kind, outcome })
    if (outcome === 'unknown') unknown.inc()
  }
}
