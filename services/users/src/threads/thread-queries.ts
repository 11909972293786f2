import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { type Thread, threadIdOf } from './thread.ts'

const newestFirst = { sort: { lastAt: -1 }, limit: 200 } as const

export function createThreadQueries(threads: Collection<ThreadDocument>) {
  const idsOf = async (filter: Parameters<typeof threads.find>[0]): Promise<string[]> =>
    (await threads.find(filter, { projection: { connectionId: 1 } }).toArray()).map(
      ({ connectionId }) => connectionId,
    )
  return {
    find: (connectionId: string) => threads.findOne({ _id: threadIdOf(connectionId) }),

    findAll: (connectionIds: readonly string[]) =>
      threads.find({ _id: { $in: connectionIds.map(threadIdOf) } }).toArray(),

    ofMember: (userId: string) => threads.find({ memberIds: userId }, newestFirst).toArray(),

    /** Also threads that the person left, as long as the newest message is the person's; not those kept for guardians. */
    naming: (userId: string) => {
      const ofLast = { 'last.by': userId, 'kept.accountId': { $ne: userId } }
      return threads.find({ $or: [{ memberIds: userId }, ofLast] }, newestFirst).toArray()
    },

    ofLearner: (learnerId: string) =>
      threads.find({ $or: [{ childId: learnerId }, { studentId: learnerId }] }, newestFirst).toArray(),

    /** Ids of the connections. */
    idsOfStudent: (studentId: string): Promise<string[]> => idsOf({ studentId }),

    /** Those of an account and of the child that it belongs to. */
    idsOfLearner: (studentId: string, childId: string): Promise<string[]> =>
      idsOf({ $or: [{ studentId }, { childId }] }),

    /** Those of a closed account that its guardians read. */
    idsKept: (accountId: string): Promise<string[]> => idsOf({ 'kept.accountId': accountId }),

    withoutKept: async (connectionIds: readonly string[]): Promise<string[]> => {
      const kept = await idsOf({ _id: { $in: connectionIds.map(threadIdOf) }, kept: { $ne: null } })
      return connectionIds.filter((id) => !kept.includes(id))
    },

    /** Kept conversations whose 90 days are over, or whose guardians have all closed their accounts. */
    keptBefore: (before: Date): AsyncIterable<ThreadDocument> => {
      const isOver = { $or: [{ 'kept.at': { $lte: before } }, { memberIds: { $size: 0 } }] }
      return threads.find({ 'kept.at': { $type: 'date' }, ...isOver })
    },

    /** All threads of a person, in no order. */
    eachOfMember: (userId: string): AsyncIterable<ThreadDocument> => threads.find({ memberIds: userId }),
  }
}

/** `src.users` is the sequence of the connection's last event. */
export type ThreadDocument = Thread & Outboxed & { src: Record<string, number>; erasedAt?: Date | null }
