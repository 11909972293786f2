import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { threadIdOf } from './thread.ts'
import type { ThreadDocument } from './thread-document.ts'

const newestFirst = { sort: { lastAt: -1 }, limit: 200 } as const

export function createThreadQueries(threads: Collection<ThreadDocument>) {
  return {
    find: (connectionId: string) => threads.findOne({ _id: threadIdOf(connectionId) }),

    findAll: (connectionIds: readonly string[]) =>
      threads.find({ _id: { $in: connectionIds.map(threadIdOf) } }).toArray(),

    ofMember: (userId: string) => threads.find({ memberIds: userId }, newestFirst).toArray(),

    /** Also threads that the person left, as long as the newest message is the person's. */
    naming: (userId: string) =>
      threads.find({ $or: [{ memberIds: userId }, { 'last.by': userId }] }, newestFirst).toArray(),

    ofLearner: (learnerId: string) =>
      threads.find({ $or: [{ childId: learnerId }, { studentId: learnerId }] }, newestFirst).toArray(),

    /** Ids of the connections. */
    idsOfStudent: async (studentId: string): Promise<string[]> =>
      (await threads.find({ studentId }, { projection: { connectionId: 1 } }).toArray()).map(
        ({ connectionId }) => connectionId,
      ),

    /** All threads of a person, in no order. */
    eachOfMember: (userId: string): AsyncIterable<ThreadDocument> => threads.find({ memberIds: userId }),
  }
}
