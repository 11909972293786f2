import { readGauge } from '@darsi/kit/observability/metrics.ts'
import { sharedReading } from '@darsi/kit/shared-reading.ts'
import { Counter, type Registry } from 'prom-client'
import type { Breaker } from './breaker.ts'
import type { Counted } from './deliver.ts'
import { mailKinds } from './texts.ts'
import type { Unsent } from './unsent-mails.ts'

type Sources = {
  counts: () => Promise<Record<string, number>>
  breaker: Pick<Breaker, 'hasTripped'>
  unsent: () => Promise<Unsent>
  countHeld: () => Promise<number>
}

/** @returns a function that counts one attempt at a mail of a kind */
export function createMailMetrics(registry: Registry, { counts, breaker, countHeld, ...sources }: Sources) {
  const unsent = sharedReading(sources.unsent)
  const registers = [registry]
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts at mails.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  // a counter that first appears with its first mail shows no increase, and the alert would miss that mail
  for (const kind of mailKinds) mails.inc({ kind, outcome: 'given-up' }, 0)
  const unknown = new Counter({
    name: 'mail_outcome_unknown_total',
    help: 'Mails that may have arrived although the connection broke.',
    registers,
  })
  const jobs = { name: 'queue_jobs', help: 'Mail jobs by state.', labelNames: ['state'] }
  readGauge(registry, jobs, async () =>
    Object.entries(await counts()).map(([state, value]) => ({ value, labels: { state } })),
  )
  const circuit = { name: 'mail_circuit_open', help: '1 while the mail server takes no mail of ours.' }
  readGauge(registry, circuit, async () => [{ value: Number(breaker.hasTripped()) }])
  const waiting = { name: 'mails_waiting', help: 'Mails in the database that are not sent yet.' }
  readGauge(registry, waiting, async () => {
    const { waiting, active, delayed } = (await unsent()).counts
    return [{ value: waiting + active + delayed }]
  })
  const oldest = { name: 'mail_oldest_seconds', help: 'For how long the oldest mail has waited.' }
  readGauge(registry, oldest, async () => [{ value: (await unsent()).oldestSeconds }])
  const held = { name: 'mails_held', help: 'Mails of a restored backup that wait for an operator.' }
  readGauge(registry, held, async () => [{ value: await countHeld() }])
  return (kind: string, outcome: Counted) => {
    mails.inc({ kind, outcome })
    if (outcome === 'unknown') unknown.inc()
  }
}
