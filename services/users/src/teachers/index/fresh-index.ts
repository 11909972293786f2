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
  let readAt = Number.NEGATIVE_INFINITY
  let isStreaming = () => false
  let stopWork = async () => {}

  return {
    index,
    isLoaded: (): boolean => readAt >= 0,
    isStreaming: (): boolean => isStreaming(),

    /** Applies this process's own write at once; the change stream delivers it later. */
    refresh: reader.read,

    start: (log: Log): void => {
      const readAll = async (isStopping: () => boolean): Promise<boolean> => {
        const started = performance.now()
        if (!(await reader.readAll(isStopping))) return false
        readAt = performance.now()
        log.info({ teachers: index.size(), ms: Math.round(readAt - started) }, 'search index loaded')
        return true
      }
      const changes = createChangeStream({ teachers, read: reader.read, readAll, log })
      isStreaming = () => changes.state() === 'open'
      // opening the stream reads everything
      const maxAgeMs = { open: reconcileMs, refused: withoutStreamMs, closed: Number.POSITIVE_INFINITY }
      const reconcile = async (isStopping: () => boolean) => {
        if (performance.now() - readAt > maxAgeMs[changes.state()]) await readAll(isStopping)
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
