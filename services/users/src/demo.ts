import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { seedDemoChanges } from './demo-changes.ts'
import { seedDemoHomework } from './homework/demo-homework.ts'
import type { Parts } from './parts.ts'
import { seedDemoPhotos } from './photos/photo-commands.ts'
import { seedDemoProofs } from './proofs/demo-proofs.ts'
import { seedDemoPages } from './public-pages/public-page-commands.ts'
import { seedDemoConnections } from './requests/demo-connections.ts'
import { seedDemoWaiting } from './requests/demo-waiting.ts'
import { seedDemoMaterials } from './threads/demo-materials.ts'
import { reportLast, seedDemoMessages } from './threads/demo-messages.ts'

const everyMs = 250
/** A visitor may have deleted a demo account; then the rest stays as it is. */
const mostMs = 10 * 60_000

/** Retries until the demo accounts have arrived by their events. */
export function startDemo(
  parts: Parts,
  { log, weeks }: { log: Pick<Log, 'warn' | 'info'>; weeks: number },
): () => Promise<void> {
  const started = performance.now()
  // each in its turn, and not again once it is done: many queries
  const steps = [
    () => seedDemoConnections(parts, weeks),
    () => seedDemoProofs(parts, weeks),
    () => seedDemoHomework(parts),
    // first: a conversation with messages is left as it is
    async () => weeks === 0 || seedDemoMessages(parts, (id, by) => reportLast(parts, id, by)),
    () => seedDemoMaterials(parts),
    () => seedDemoWaiting(parts),
    async () => weeks === 0 || seedDemoChanges(parts),
  ]
  let done = 0
  const stop = repeat({
    everyMs,
    work: async () => {
      for (const next of steps.slice(done)) {
        if (!(await next())) {
          if (performance.now() - started > mostMs) void stop()
          return
        }
        done++
      }
      await seedDemoPhotos(parts)
      await seedDemoPages(parts)
      log.info({ ms: Math.round(performance.now() - started) }, 'demo data made')
      void stop()
    },
    log,
    failed: 'demo data not made yet',
  })
  return stop
}
