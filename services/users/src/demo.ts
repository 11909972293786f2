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

/** Retries until the demo accounts have arrived by their events. */
export function startDemo(
  parts: ConnectionParts & ProofParts & PhotoParts & PublicPageParts & HomeworkParts & SafetyReportParts,
  { log, weeks }: { log: Pick<Log, 'warn' | 'info'>; weeks: number },
): () => Promise<void> {
  const started = performance.now()
  const stop = repeat({
    everyMs,
    work: async () => {
      const isDone =
        (await seedDemoConnections(parts, weeks)) &&
        (await seedDemoProofs(parts, weeks)) &&
        (await seedDemoHomework(parts)) &&
        // first: a conversation with messages is left as it is
        (weeks === 0 || (await seedDemoMessages(parts))) &&
        (await seedDemoMaterials(parts)) &&
        (await seedDemoWaiting(parts))
      if (!isDone) {
        if (performance.now() - started > mostMs) void stop()
        return
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
