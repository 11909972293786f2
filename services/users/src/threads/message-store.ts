import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'
import { erasedAuthor, type KeptMessage, type Part } from './thread.ts'

type Range = { after?: number | undefined; before?: number | undefined }
type Reader = { userId: string; part: Part }

export function messageStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      threadId: { type: String, required: true },
      number: { type: Number, required: true },
      by: { type: String, required: true },
      at: { type: Date, required: true },
      sealed: { type: String, required: true },
      held: { type: Boolean, required: true },
    },
    { versionKey: false },
  )
  schema.index({ threadId: 1, number: -1 }, { unique: true })
  schema.index({ by: 1 })
  const model = connection.model<KeptMessage>('message', schema)
  const { collection } = model

  const visibleTo = ({ userId, part }: Reader) =>
    part === 'guardian' ? {} : { $or: [{ held: false }, { by: userId }] }
  const within = ({ after, before }: Range) =>
    after === undefined && before === undefined
      ? {}
      : {
          number: {
            ...(after !== undefined && { $gt: after }),
            ...(before !== undefined && { $lt: before }),
          },
        }

  return {
    model,

    /** Once: a message that is there, or was erased since, stays as it is. */
    put: async (message: KeptMessage): Promise<void> => {
      if ((await collection.countDocuments({ _id: message._id } as never)) > 0) return
      await inserted(collection.insertOne({ ...message } as never))
    },

    find: async (threadId: string, number: number): Promise<KeptMessage | null> =>
      // `as`: the schema above
      (await collection.findOne({ threadId, number } as never)) as never,

    /** Newest first. */
    page: async (threadId: string, reader: Reader, range: Range, limit: number): Promise<KeptMessage[]> => {
      const filter = { threadId, ...within(range), ...visibleTo(reader) }
      // `as`: the schema above
      return (await collection.find(filter as never, { sort: { number: -1 }, limit }).toArray()) as never
    },

    count: (threadId: string, reader: Reader): Promise<number> =>
      collection.countDocuments({ threadId, ...visibleTo(reader) } as never),

    unread: (threadId: string, reader: Reader, read: number): Promise<number> =>
      collection.countDocuments({
        $and: [{ threadId, number: { $gt: read }, by: { $ne: reader.userId } }, visibleTo(reader)],
      } as never),

    /** @param nothing a sealed empty text */
    erase: async (userId: string, nothing: string): Promise<void> => {
      const tombstone = { by: erasedAuthor, sealed: nothing }
      await collection.updateMany({ by: userId } as never, { $set: tombstone } as never)
    },
  }
}
