import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log as KitLog } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { mongo } from 'mongoose'
import { listedTeacher, type TeacherDocument } from '../teacher-document.ts'
import { createTeacherIndex, type TeacherIndex } from './teacher-index.ts'

type Log = Pick<KitLog, 'info' | 'warn'>
type Change = mongo.ChangeStreamDocument<TeacherDocument>
export type FreshIndex = ReturnType<typeof createFreshIndex>
type Options = {
  teachers: Collection<TeacherDocument>
  /** Time between two full reads while a change stream is open: they correct what it may have missed. */
  reconcileMs?: number
  /** The same where the server has no change streams, such as a standalone MongoDB. */
  withoutStreamMs?: number
}

/**
 * The index of this process, read in full at start. Then a change stream names the changed teachers, which are read
 * again. Without a change stream all are read at intervals; beside it too, but rarely.
 */
export function createFreshIndex({ teachers, reconcileMs = 3_600_000, withoutStreamMs = 60_000 }: Options) {
  const index = createTeacherIndex()
  const reader = createReader(teachers, index)
  const changes = createChangeStream(teachers, reader.read)
  // while a stream cannot be opened, the database does not answer
  const maxAgeMs = { open: reconcileMs, refused: withoutStreamMs, closed: Number.POSITIVE_INFINITY }
  /** When the last full read began. */
  let readFrom = Number.NEGATIVE_INFINITY
  let stops: readonly (() => Promise<void>)[] = []

  const reconcile = async (log: Log, isStopping: () => boolean): Promise<void> => {
    const started = performance.now()
    // a stream delivers only what changes after its beginning, so that a full read has to follow
    if (readFrom >= changes.beganAt() && started - readFrom <= maxAgeMs[changes.state()]) return
    if (!(await reader.readAll(isStopping))) return
    readFrom = started
    log.info({ teachers: index.size(), ms: Math.round(performance.now() - started) }, 'search index loaded')
  }

  return {
    index,
    isLoaded: (): boolean => readFrom >= 0,
    isStreaming: (): boolean => changes.state() === 'open',

    /** Applies this process's own write at once; the change stream delivers it later. */
    refresh: reader.read,

    start: (log: Log): void => {
      const rounds = { everyMs: 1000, log, failed: 'search index not read' }
      stops = [changes.follow, reconcile].map((round) =>
        repeat({ ...rounds, work: (isStopping) => round(log, isStopping) }),
      )
    },

    stop: async (): Promise<void> => {
      const stopped = Promise.all(stops.map((stop) => stop()))
      await changes.close()
      await stopped
      await reader.idle()
    },
  }
}

/** Reads the teachers that a MongoDB change stream names, and resumes after the last change that was read. */
function createChangeStream(teachers: Collection<TeacherDocument>, read: (id: string) => Promise<void>) {
  let stream: mongo.ChangeStream<TeacherDocument, Change> | undefined
  /** Undefined while only a full read finds what changed. */
  let token: mongo.ResumeToken | undefined
  let beganAt = Number.NEGATIVE_INFINITY
  let state: 'closed' | 'open' | 'refused' = 'closed'

  /** Opens a stream and follows it until it fails; the next call resumes. */
  const follow = async (log: Log, isStopping: () => boolean): Promise<void> => {
    const resume = token === undefined ? {} : { resumeAfter: token }
    const opened = teachers.watch<TeacherDocument, Change>([{ $project: { documentKey: 1 } }], resume)
    stream = opened
    try {
      // the first call starts the stream on the server
      let change = await opened.tryNext()
      if (token === undefined) beganAt = performance.now()
      token ??= opened.resumeToken
      for (state = 'open'; ; change = await opened.next()) {
        if (!change) continue
        // the collection was dropped: no token leads behind that
        if (!('documentKey' in change)) throw new mongo.MongoServerError({ message: change.operationType })
        const { _id: reached, documentKey } = change
        read(documentKey._id).then(
          () => {
            if (stream === opened) token = reached
          },
          // the next stream must resume before this change, also when later reads succeed
          () => {
            stream = undefined
            return opened.close()
          },
        )
      }
    } catch (error) {
      const before = state
      state = error instanceof mongo.MongoServerError ? 'refused' : 'closed'
      // a lost connection keeps its token; the server refuses one that has expired, and every one without change streams
      if (state === 'refused') token = undefined
      if (state !== before && !isStopping())
        log.warn({ err: error }, 'no change stream: changes of other replicas are found late')
    } finally {
      stream = undefined
      await opened.close()
    }
  }

  return {
    follow,
    state: () => state,
    /** When the last stream began that resumed none before it. */
    beganAt: () => beganAt,
    /** Closes the stream, so that `follow` returns. */
    close: async (): Promise<void> => stream?.close(),
  }
}

/** Reads documents into the index. Reads by id do not overlap: an earlier result must not replace a later one. */
function createReader(teachers: Collection<TeacherDocument>, index: TeacherIndex) {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null
  let changed = new Set<string>()
  /** Read by id while a full read runs, whose rows may be older. */
  let newer: Set<string> | null = null
  // texts that no search needs; names and ratings are searched and ranked by
  const projection = { src: 0, checks: 0, photo: 0, 'profile.bio': 0 }

  const apply = (document: TeacherDocument): void => {
    const teacher = listedTeacher(document)
    if (teacher) index.put(teacher)
    else index.remove(document._id)
  }

  const readChanged = async (): Promise<void> => {
    const ids = changed
    changed = new Set()
    next = null
    for await (const document of teachers.find({ _id: { $in: [...ids] } }, { projection })) {
      apply(document)
      ids.delete(document._id)
    }
    for (const id of ids) index.remove(id)
  }

  /** Reads a document again. Ids that arrive while another query runs are read together after it. */
  const read = (id: string): Promise<void> => {
    changed.add(id)
    newer?.add(id)
    if (next) return next
    next = running.then(readChanged)
    running = next.catch(() => {})
    return next
  }

  return {
    read,

    /** Reads every teacher by one cursor. @returns false when it was stopped */
    readAll: async (isStopping: () => boolean): Promise<boolean> => {
      const missing = new Set(index.ids())
      newer = new Set()
      try {
        for await (const document of teachers.find({ erasedAt: null }, { projection, batchSize: 500 })) {
          if (isStopping()) return false
          missing.delete(document._id)
          if (!newer.has(document._id)) apply(document)
        }
      } finally {
        newer = null
      }
      // deleted or erased, or written again meanwhile
      await Promise.all([...missing].map(read))
      return true
    },

    /** Resolves when all requested reads have ended. */
    idle: (): Promise<unknown> => running,
  }
}
