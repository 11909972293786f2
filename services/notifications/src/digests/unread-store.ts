import type { Projected } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/**
 * What one person has not read in one thread. A quiet period begins with the first unread message and ends when all
 * are read; in it there is one notice and at most one mail.
 */
export type Unread = Projected & {
  threadId: string
  userId: string
  /** Number of the period's first message; null when all is read. */
  first: number | null
  last: number
  /** When the mail is due; null once it was made, or when all is read. */
  dueAt: Date | null
  /** Recipient and sender as they were then; gone with the period. */
  sealed?: string
}
type Source = { threadId: string; userId: string; sequence: number }

export type UnreadStore = ReturnType<typeof createUnreadStore>

export function createUnreadStore(connection: Connection) {
  const rows = collection<Unread>(connection, 'unreads', [{ key: { dueAt: 1 } }, { key: { userId: 1 } }])
  const idOf = ({ threadId, userId }: Source) => `${threadId}.${userId}`
  // each event counts once, whoever hands it out again
  const newer = (source: Source) => ({ _id: idOf(source), 'src.users': { $not: { $gte: source.sequence } } })
  const update = async (filter: object, change: object, upsert = false): Promise<boolean> => {
    const written = await rows.updateOne(filter, change, { upsert })
    return written.matchedCount + written.upsertedCount > 0
  }

  return {
    collection: rows,

    find: (threadId: string, userId: string): Promise<Unread | null> =>
      rows.findOne({ _id: `${threadId}.${userId}` }),

    /** One more message; the first of a period brings the clock and the person. */
    add: async (source: Source, number: number, period: { dueAt: Date; sealed: string }): Promise<void> => {
      const { threadId, userId, sequence } = source
      const more = { last: number, 'src.users': sequence }
      if (await update({ ...newer(source), first: { $ne: null } }, { $set: more })) return
      // the row stands and has seen this event
      await inserted(
        update(newer(source), { $set: { threadId, userId, first: number, ...period, ...more } }, true),
      )
    },

    /** Ends the period when all of it is read. */
    read: async (source: Source, number: number): Promise<void> => {
      const over = { first: null, dueAt: null, 'src.users': source.sequence }
      await update({ ...newer(source), last: { $lte: number } }, { $set: over, $unset: { sealed: 1 } })
    },

    due: (now: Date, limit = 200): Promise<Unread[]> =>
      rows.find({ dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit }).toArray(),

    /** The mail was made, or is not wanted: none until the period is over. */
    settle: async ({ _id, first }: Unread): Promise<void> => {
      await update({ _id, first }, { $set: { dueAt: null }, $unset: { sealed: 1 } })
    },

    erase: async (userId: string): Promise<void> => {
      await rows.deleteMany({ userId })
    },
  }
}
