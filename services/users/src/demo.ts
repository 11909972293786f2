import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { ConnectionParts } from './connections/connection-commands.ts'
import { seedDemoConnections } from './connections/demo-connections.ts'
import { seedDemoHomework } from './homework/demo-homework.ts'
import type { HomeworkParts } from './homework/homework-commands.ts'
import { seedDemoMaterials } from './materials/demo-materials.ts'
import { type PhotoParts, seedDemoPhotos } from './photos/photo-commands.ts'
import { seedDemoProofs } from './proofs/demo-proofs.ts'
import type { ProofParts } from './proofs/proof-commands.ts'
import { type PublicPageParts, seedDemoPages } from './public-pages/public-page-commands.ts'
import { seedDemoMessages } from './threads/demo-messages.ts'
import type { SafetyReportParts } from './threads/safety-reports.ts'
import { seedDemoWaiting } from './waiting/demo-waiting.ts'

const everyMs = 250
/** A visitor may have deleted a demo account; then the rest stays as it is. */
const mostMs = 10 * 60_000

type Parts = ConnectionParts & ProofParts & PhotoParts & PublicPageParts & HomeworkParts & SafetyReportParts
/** @returns false while something that it needs has not arrived by its event */
type Stage = () => Promise<boolean>

/** Each list in this order, the lists side by side. */
const listsOf = (parts: Parts, weeks: number): Stage[][] => [
  [() => seedDemoConnections(parts, weeks), () => seedDemoWaiting(parts)],
  [
    () => seedDemoProofs(parts, weeks),
    () => seedDemoPhotos(parts).then(() => true),
    () => seedDemoPages(parts).then(() => true),
  ],
  [
    () => seedDemoHomework(parts),
    // first: a conversation with messages is left as it is
    ...(weeks > 0 ? [() => seedDemoMessages(parts)] : []),
    () => seedDemoMaterials(parts),
  ],
]

/** Retries until the demo accounts have arrived by their events. A stage that is done is not tried again. */
export function startDemo(
  parts: Parts,
  { log, weeks }: { log: Pick<Log, 'warn' | 'info'>; weeks: number },
): () => Promise<void> {
  const started = performance.now()
  const lists = listsOf(parts, weeks)
  const stop = repeat({
    everyMs,
    work: async () => {
      // all of them, so that no round begins beside a list of the last one
      const rounds = await Promise.allSettled(lists.map(goOn))
      const fault = rounds.find((round) => round.status === 'rejected')
      if (fault) throw fault.reason
      const isDone = lists.every((stages) => stages.length === 0)
      if (isDone) log.info({ ms: Math.round(performance.now() - started) }, 'demo data made')
      if (isDone || performance.now() - started > mostMs) void stop()
    },
    log,
    failed: 'demo data not made yet',
  })
  return stop
}

async function goOn(stages: Stage[]): Promise<void> {
  for (let stage = stages[0]; stage && (await stage()); stage = stages[0]) stages.shift()
}
