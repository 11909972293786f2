import type { Sealer } from '@darsi/kit/events/seal.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import * as z from 'zod'
import { erasedAuthor, type Reader, type StoredMessage, type Thread } from './thread.ts'

type Range = { after?: number | undefined; before?: number | undefined }

export function createMessageStore(database: Connection) {
  const messages = collection<StoredMessage>(database, 'messages', [
    { key: { threadId: 1, number: -1 }, unique: true },
    { key: { by: 1 } },
  ])

  return {
    collection: messages,

    /** Copies a thread's newest message, once: a message that is there, or was erased since, stays as it is. */
    addNewest: async ({ last }: Pick<Thread, 'last'>): Promise<void> => {
      if (!last || (await messages.countDocuments({ _id: last._id })) > 0) return
      await insertOnce(messages, last)
    },

    find: (threadId: string, number: number) => messages.findOne({ threadId, number }),

    /** Newest first. */
    page: (threadId: string, reader: Reader, range: Range, limit: number): Promise<StoredMessage[]> =>
      messages
        .find({ threadId, ...within(range), ...visibleTo(reader) }, { sort: { number: -1 }, limit })
        .toArray(),

    count: (threadId: string, reader: Reader): Promise<number> =>
      messages.countDocuments({ threadId, ...visibleTo(reader) }),

    unread: (threadId: string, reader: Reader, read: number): Promise<number> =>
      messages.countDocuments({
        $and: [{ threadId, number: { $gt: read }, by: { $ne: reader.userId } }, visibleTo(reader)],
      }),

    /** Whether another message of the author was held in that time, in whatever thread. */
    wasHeldBefore: async (
      { _id, by, at }: Pick<StoredMessage, '_id' | 'by' | 'at'>,
      since: Date,
    ): Promise<boolean> => {
      const filter = { by, held: true, at: { $gte: since, $lte: at }, _id: { $ne: _id } }
      return (await messages.countDocuments(filter, { limit: 1 })) > 0
    },

    release: async (id: string): Promise<void> => {
      await messages.updateOne({ _id: id }, { $set: { held: false } })
    },

    /** @param emptyText sealed */
    erase: async (userId: string, emptyText: string, kept: readonly string[]): Promise<void> => {
      const filter = { by: userId, threadId: { $nin: [...kept] } }
      await messages.updateMany(filter, { $set: { by: erasedAuthor, sealed: emptyText, files: [] } })
    },
  }
}

export type MessageStore = ReturnType<typeof createMessageStore>

const visibleTo = ({ userId, part }: Reader) =>
  part === 'guardian'
    ? {}
    : { $or: [{ held: false, ...(part === 'student' && { adultsOnly: false }) }, { by: userId }] }

function within({ after, before }: Range) {
  if (after === undefined && before === undefined) return {}
  return {
    number: { ...(after !== undefined && { $gt: after }), ...(before !== undefined && { $lt: before }) },
  }
}

const sealedText = z.object({ text: z.string() })

export const sealText = (sealer: Sealer, text: string): string => sealer.seal({ text })

export const textOf = (sealer: Sealer, { sealed }: Pick<StoredMessage, 'sealed'>): string =>
  sealedText.parse(sealer.unseal(sealed)).text
