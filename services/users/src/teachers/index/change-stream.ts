import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { mongo } from 'mongoose'

type Document = { _id: string }
type Change = mongo.ChangeStreamDocument<Document>
type Stream = mongo.ChangeStream<Document, Change>
type Options<D extends Document> = {
  collection: Collection<D>
  /** Reads documents; `idsOf` is called when the read starts, so that it includes ids added meanwhile. */
  read: (idsOf: () => string[]) => Promise<void>
  /** Reads all of them: the stream cannot say what changed before it was opened. */
  readAll: (isStopping: () => boolean) => Promise<boolean>
  log: Pick<Log, 'warn'>
}

/** Reads the documents that a MongoDB change stream names, and resumes after the last change that was read. */
export function createChangeStream<D extends Document>({ collection, read, readAll, log }: Options<D>) {
  let stream: Stream | undefined
  /** Undefined while only a full read finds what changed. */
  let token: mongo.ResumeToken | undefined
  /** `refused`: the server has no change streams, such as a standalone MongoDB. */
  let state: 'closed' | 'open' | 'refused' = 'closed'

  /** Applies changes until the stream fails. Changes that arrive during a read are read together after it. */
  const drain = async (opened: Stream, first: Change | null): Promise<never> => {
    const pending = new Set<string>()
    let last: mongo.ResumeToken
    const readPending = async () => {
      let reached: mongo.ResumeToken
      await read(() => {
        const ids = [...pending]
        pending.clear()
        reached = last
        return ids
      })
      // not after a failure: the next stream must resume before the lost changes
      if (stream === opened) token = reached
    }
    for (let change = first ?? (await opened.next()); ; change = await opened.next()) {
      if (!('documentKey' in change)) throw new Dropped()
      last = change._id
      const isTaken = pending.size > 0
      pending.add(change.documentKey._id)
      if (isTaken) continue
      readPending().catch(() => {
        stream = undefined
        return opened.close()
      })
    }
  }

  /** Opens a stream and follows it until it fails; the next call resumes. */
  const follow = async (isStopping: () => boolean): Promise<void> => {
    const resume = token === undefined ? {} : { resumeAfter: token }
    const opened = collection.watch<Document, Change>([{ $project: { documentKey: 1 } }], resume)
    stream = opened
    try {
      // starts the stream on the server: from now on every change is delivered, also those during the full read
      const first = await opened.tryNext()
      state = 'open'
      if (token === undefined) {
        const beginning = opened.resumeToken
        if (!(await readAll(isStopping))) return
        token = beginning
      }
      await drain(opened, first)
    } catch (error) {
      if (isStopping()) return
      const isRefused = error instanceof mongo.MongoServerError
      // a lost connection keeps its token; for an expired token, or a dropped collection, the server has no changes
      if (isRefused || error instanceof Dropped) token = undefined
      if (!isRefused || state !== 'refused')
        log.warn({ err: error }, 'no change stream: changes of other replicas are found late')
      state = isRefused ? 'refused' : 'closed'
    } finally {
      if (state === 'open') state = 'closed'
      stream = undefined
      await opened.close()
    }
  }

  return {
    follow,
    state: () => state,
    /** Closes the stream, so that `follow` returns. */
    close: async (): Promise<void> => stream?.close(),
  }
}

class Dropped extends Error {
  override name = 'Dropped'
}
