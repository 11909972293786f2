import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log as KitLog } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { TeacherDocument } from '../teacher-document.ts'
import { createChangeStream } from './change-stream.ts'
import { createReader } from './reader.ts'
import { createTeacherIndex } from './teacher-index.ts'

type Log = Pick<KitLog, 'info' | 'warn'>
export type FreshIndex = ReturnType<typeof createFreshIndex>
type Options = {
  teachers: Collection<TeacherDocument>
  /** Time between two full reads while a change stream is open: they correct what it may have missed. */
  reconcileMs?: number
  /** The same where the server has no change streams. */
  withoutStreamMs?: number
}

/**
 * The index of this process, read in full at start. Then a change stream names the changed teachers, which are read
 * again. Without a change stream all are read at intervals; beside it too, but rarely.
 */
export function createFreshIndex({ teachers, reconcileMs = 3_600_000, withoutStreamMs = 60_000 }: Options) {
  const index = createTeacherIndex()
  const reader = createReader(teachers, index)
  let readAt: number | undefined
  let isStreaming = () => false
  let stopWork = async () => {}

  const readAll = async (log: Log, isStopping: () => boolean): Promise<boolean> => {
    const started = performance.now()
    if (!(await reader.readAll(isStopping))) return false
    readAt = performance.now()
    log.info({ teachers: index.size(), ms: Math.round(readAt - started) }, 'search index loaded')
    return true
  }

  return {
    index,
    isLoaded: (): boolean => readAt !== undefined,
    isStreaming: (): boolean => isStreaming(),

    /** Applies this process's own write at once; the change stream delivers it later. */
    refresh: (id: string): Promise<void> => reader.read(() => [id]),

    start: (log: Log): void => {
      const read = (isStopping: () => boolean) => readAll(log, isStopping)
      const changes = createChangeStream({ collection: teachers, read: reader.read, readAll: read, log })
      isStreaming = () => changes.state() === 'open'
      const isDue = () => {
        const ageMs = readAt === undefined ? Number.POSITIVE_INFINITY : performance.now() - readAt
        if (changes.state() === 'refused') return ageMs > withoutStreamMs
        // opening the stream reads everything, the first time too
        return changes.state() === 'open' && readAt !== undefined && ageMs > reconcileMs
      }
      const reconcile = async (isStopping: () => boolean) => {
        if (isDue()) await read(isStopping)
      }
      const rounds = { everyMs: 1000, log, failed: 'search index not read' }
      const stopFollowing = repeat({ ...rounds, work: changes.follow })
      const stopReconciling = repeat({ ...rounds, work: reconcile })
      stopWork = async () => {
        const stopped = Promise.all([stopFollowing(), stopReconciling()])
        await changes.close()
        await stopped
      }
    },

    stop: async (): Promise<void> => {
      await stopWork()
      await reader.idle()
    },
  }
}
