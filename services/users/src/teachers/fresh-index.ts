import type { Log as KitLog } from '@darsi/kit/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Model } from 'mongoose'
import { listedTeacher, type TeacherDocument } from './teacher-document.ts'
import { createTeacherIndex } from './teacher-index.ts'

type Log = Pick<KitLog, 'info' | 'warn'>
export type FreshIndex = ReturnType<typeof createFreshIndex>
type Options = {
  model: Model<TeacherDocument>
  pollMs?: number
  overlapMs?: number
}

/**
 * The index of this process: read from the database in batches at the start, then kept fresh by asking what changed.
 * Each look reaches back a little: a write may become visible after a younger one. What was seen is not read twice.
 */
export function createFreshIndex({ model, pollMs = 250, overlapMs = 5000 }: Options) {
  const index = createTeacherIndex()
  const seen = new Map<string, { changedAt: number; first: number }>()
  let newest = 0
  // by this process's clock
  let newestSince = 0
  let loaded = false
  let stopLooking = async () => {}
  let turn: Promise<unknown> = Promise.resolve()

  const apply = (document: TeacherDocument) => {
    const teacher = listedTeacher(document)
    if (teacher) index.put(teacher)
    else index.remove(document._id)
  }

  const load = async (log: Log, isStopping: () => boolean) => {
    const started = performance.now()
    const [last] = await model.find({}).sort({ changedAt: -1 }).limit(1).lean<TeacherDocument[]>()
    newest = last?.changedAt.getTime() ?? 0
    newestSince = started
    const all = model.collection.find<TeacherDocument>({ erasedAt: null }, { batchSize, projection })
    for await (const document of all) {
      if (isStopping()) return
      apply(document)
    }
    loaded = true
    log.info({ teachers: index.size(), ms: Math.round(performance.now() - started) }, 'search index loaded')
  }

  const look = async () => {
    const now = performance.now()
    // once nothing came for that long, nothing late can come before it
    const since = newest - Math.max(0, overlapMs - (now - newestSince))
    for (const [id, { changedAt }] of seen) if (changedAt <= since) seen.delete(id)
    const changed = model.collection
      .find<TeacherDocument>({ changedAt: { $gt: new Date(since) } }, { batchSize, projection })
      .sort({ changedAt: 1 })
    for await (const document of changed) {
      const changedAt = document.changedAt.getTime()
      if (changedAt > newest) {
        newest = changedAt
        newestSince = now
      }
      const before = seen.get(document._id)
      const first = before?.changedAt === changedAt ? before.first : now
      // a second write within the same millisecond must not hide behind the first: young ones are taken again
      if (before && now - first > 500) continue
      seen.set(document._id, { changedAt, first })
      apply(document)
    }
  }

  /** One after the other: a look that began earlier must not write over a later one. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  return {
    index,
    start: (log: Log): void => {
      stopLooking = repeat({
        everyMs: pollMs,
        work: (isStopping) => inTurn(loaded ? look : () => load(log, isStopping)),
        log,
        failed: 'search index not refreshed',
      })
    },
    isLoaded: (): boolean => loaded,
    /** Takes over at once what this process just wrote; the others find it at their next look. */
    refresh: async (id: string): Promise<void> => {
      // the first look after the load finds it
      if (!loaded) return
      await inTurn(async () => {
        // `as`: ids of ours are strings
        const document = await model.collection.findOne<TeacherDocument>({ _id: id as never }, { projection })
        if (document) apply(document)
      })
    },
    stop: async (): Promise<void> => {
      await stopLooking()
      await turn
    },
  }
}

const batchSize = 500
const projection = { src: 0 }
