import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log as KitLog } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { mongo } from 'mongoose'
import { listedTeacher, type TeacherDocument } from '../teacher-document.ts'
import { createTeacherIndex } from './teacher-index.ts'

type Log = Pick<KitLog, 'info' | 'warn'>
type Change = mongo.ChangeStreamDocument<TeacherDocument>
export type FreshIndex = ReturnType<typeof createFreshIndex>
type Options = {
  teachers: Collection<TeacherDocument>
  /** Time between two full reads where the server has no change streams, such as a standalone MongoDB. */
  withoutStreamMs?: number
}

// `listedTeacher` reads some of these, but the index does not keep them
const unused = ['src', 'checks', 'profile.photo', 'profile.bio']
const projection = Object.fromEntries(unused.map((field) => [field, 0]))
const pipeline = [{ $unset: unused.map((field) => `fullDocument.${field}`) }]

/** Time between two full reads while a change stream is open: they correct what it may have missed. */
const reconcileMs = hourMs
// under load the changes of this many milliseconds share one request to the database: a request costs more than a change
const gatherMs = 20
/** How long the server waits for a change before it answers that there is none. */
const quietMs = 5000

/**
 * The index of this process, read in full at start. Then a change stream delivers each changed teacher. All are read
 * again at intervals: long ones beside a change stream, short ones without.
 */
export function createFreshIndex({ teachers, withoutStreamMs = 60_000 }: Options) {
  const index = createTeacherIndex()
  /** Ids of teachers that changed during a full read: its rows may be out of date. */
  let newer: Set<string> | null = null
  /** When the last full read began. */
  let readFrom = Number.NEGATIVE_INFINITY
  let stops: readonly (() => Promise<void>)[] = []

  const apply = (id: string, document: TeacherDocument | undefined): void => {
    const teacher = document && listedTeacher(document)
    if (teacher) index.put(teacher)
    else index.remove(id)
  }
  const changes = createChangeStream(teachers, (id, document) => {
    newer?.add(id)
    apply(id, document)
  })
  // closed: the database does not answer, so a full read would fail too
  const maxAgeMs = { open: reconcileMs, refused: withoutStreamMs, closed: Number.POSITIVE_INFINITY }

  const reconcile = async (log: Log, isStopping: () => boolean): Promise<void> => {
    const started = performance.now()
    // a stream delivers only what changes after its beginning, so that a full read has to follow
    if (readFrom >= changes.beganAt() && started - readFrom <= maxAgeMs[changes.state()]) return
    const missing = new Set(index.ids())
    newer = new Set()
    for await (const document of teachers.find({ erasedAt: null }, { projection, batchSize: 500 })) {
      if (isStopping()) return
      missing.delete(document._id)
      if (!newer.has(document._id)) apply(document._id, document)
    }
    for (const id of missing) if (!newer.has(id)) index.remove(id)
    newer = null
    readFrom = started
    log.info({ teachers: index.size(), ms: Math.round(performance.now() - started) }, 'search index loaded')
  }

  return {
    index,
    isLoaded: (): boolean => readFrom >= 0,
    isStreaming: (): boolean => changes.state() === 'open',

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
    },
  }
}

/** Follows a MongoDB change stream, and resumes after the last change that was applied. */
function createChangeStream(
  teachers: Collection<TeacherDocument>,
  apply: (id: string, document: TeacherDocument | undefined) => void,
) {
  let stream: mongo.ChangeStream<TeacherDocument, Change> | undefined
  /** Undefined while only a full read finds what changed. */
  let token: mongo.ResumeToken | undefined
  let beganAt = Number.NEGATIVE_INFINITY
  let state: 'closed' | 'open' | 'refused' = 'closed'
  let restsAt = 0

  /** Opens a stream and follows it until it fails; the next call resumes. */
  const follow = async (log: Log, isStopping: () => boolean): Promise<void> => {
    const resuming = token !== undefined && { resumeAfter: token }
    const options = { fullDocument: 'updateLookup', maxAwaitTimeMS: quietMs, ...resuming }
    stream = teachers.watch<TeacherDocument, Change>(pipeline, options)
    try {
      // the first call starts the stream on the server
      let change = await stream.tryNext()
      if (token === undefined) beganAt = performance.now()
      for (state = 'open'; ; change = await stream.next()) {
        token = change?._id ?? stream.resumeToken
        if (!change) continue
        // the collection was dropped: no token leads behind that
        if (!('documentKey' in change)) throw new mongo.MongoServerError({ message: change.operationType })
        apply(change.documentKey._id, 'fullDocument' in change ? change.fullDocument : undefined)
        if (performance.now() < restsAt) continue
        await sleep(gatherMs)
        restsAt = performance.now() + gatherMs
      }
    } catch (error) {
      const before = state
      state = error instanceof mongo.MongoServerError ? 'refused' : 'closed'
      // a lost connection keeps its token; the server refuses one that has expired, and every one without change streams
      if (state === 'refused') token = undefined
      if (state !== before && !isStopping())
        log.warn({ err: error }, 'no change stream: the search finds changes late')
    } finally {
      await stream.close()
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
