import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { mongo } from 'mongoose'
import type { TeacherDocument } from '../teacher-document.ts'

type Change = mongo.ChangeStreamDocument<TeacherDocument>
type Options = {
  teachers: Collection<TeacherDocument>
  read: (id: string) => Promise<void>
  /** Reads all of them: the stream cannot say what changed before it was opened. */
  readAll: (isStopping: () => boolean) => Promise<boolean>
  log: Pick<Log, 'warn'>
}

/** Reads the teachers that a MongoDB change stream names, and resumes after the last change that was read. */
export function createChangeStream({ teachers, read, readAll, log }: Options) {
  let stream: mongo.ChangeStream<TeacherDocument, Change> | undefined
  /** Undefined while only a full read finds what changed. */
  let token: mongo.ResumeToken | undefined
  /** `refused`: the server has no change streams, such as a standalone MongoDB. */
  let state: 'closed' | 'open' | 'refused' = 'closed'

  /** Opens a stream and follows it until it fails; the next call resumes. */
  const follow = async (isStopping: () => boolean): Promise<void> => {
    const resume = token === undefined ? {} : { resumeAfter: token }
    const opened = teachers.watch<TeacherDocument, Change>([{ $project: { documentKey: 1 } }], resume)
    stream = opened
    try {
      // starts the stream on the server: from now on every change is delivered, also those during the full read
      let change = await opened.tryNext()
      const beginning = opened.resumeToken
      if (token === undefined && !(await readAll(isStopping))) return
      token ??= beginning
      state = 'open'
      for (; ; change = await opened.next()) {
        if (!change) continue
        if (!('documentKey' in change)) throw new Dropped()
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
