import type { Service } from '@darsi/contracts/reference/services.ts'
import type { RetentionOf } from '@darsi/contracts/rules/retention.ts'
import type { Log } from '../observability/log.ts'
import { repeat } from '../repeat.ts'
import { documentsOf, type Stored } from './collection.ts'

/** One job for each retention period of the service; a missing one does not compile. */
export type Removals<S extends Service> = {
  /** Depends only on the rows and the current time, so that several replicas may run it at once. */
  readonly [K in RetentionOf<S>]: (now: Date) => Promise<number>
}

const everyMs = 3600 * 1000

/** Removes expired data at start and then hourly. One failing job does not stop the others. */
export function keepRetention(
  removals: Readonly<Record<string, (now: Date) => Promise<number>>>,
  log: Pick<Log, 'info' | 'warn'>,
  now: () => Date,
): () => Promise<void> {
  const work = async (isStopping: () => boolean) => {
    for (const [id, remove] of Object.entries(removals)) {
      if (isStopping()) return
      try {
        const count = await remove(now())
        if (count > 0) log.info({ id, count }, 'retention: removed')
      } catch (error) {
        log.warn({ err: error, id }, 'retention: not removed')
      }
    }
  }
  return repeat({ everyMs, work, log, failed: 'retention: not removed' })
}

const batch = 500

/** Deletes in batches, so that no command blocks the database for long. */
export async function removeAll<D extends { _id: string }>(
  stored: Stored<D>,
  filter: object,
): Promise<number> {
  const rows = documentsOf<D>(stored)
  for (let count = 0; ; ) {
    const found = await rows.find(filter, { projection: { _id: 1 }, limit: batch }).toArray()
    if (found.length === 0) return count
    const ids = found.map(({ _id }) => _id)
    count += (await rows.deleteMany({ _id: { $in: ids }, ...filter })).deletedCount
  }
}
