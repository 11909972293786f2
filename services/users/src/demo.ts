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
import { seedDemoWaiting } from './waiting/demo-waiting.ts'

const everyMs = 1000

/** Retries until the demo accounts have arrived by their events. */
export function startDemo(
  parts: ConnectionParts & ProofParts & PhotoParts & PublicPageParts & HomeworkParts,
  { log, weeks }: { log: Pick<Log, 'warn'>; weeks: number },
): () => Promise<void> {
  const stop = repeat({
    everyMs,
    work: async () => {
      const isDone =
        (await seedDemoConnections(parts, weeks)) &&
        (await seedDemoProofs(parts)) &&
        (await seedDemoHomework(parts)) &&
        (await seedDemoMaterials(parts)) &&
        (await seedDemoWaiting(parts))
      if (!isDone) return
      await seedDemoPhotos(parts)
      await seedDemoPages(parts)
      void stop()
    },
    log,
    failed: 'demo data not made yet',
  })
  return stop
}
