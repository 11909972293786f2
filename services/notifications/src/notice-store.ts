import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'
import type { NoticeKind } from './texts.ts'

/** An in-app notification: a kind and no text, so that it is read in whatever language its owner has then. */
export type Notice = {
  _id: string
  userId: string
  kind: NoticeKind
  createdAt: Date
  /** When it was kept here, which may be later than what it tells of: a stream resumes by it. */
  keptAt: Date
  readAt: Date | null
  /** What it tells of, when it may be taken back. */
  about?: string
  /** Kept, so that its event, told again, does not bring it back. */
  takenBackAt?: Date | null
}

const keepSeconds = 180 * 24 * 3600

export function noticeStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      userId: { type: String, required: true },
      kind: { type: String, required: true },
      createdAt: { type: Date, required: true },
      keptAt: { type: Date, required: true },
      readAt: { type: Date, default: null },
      about: String,
      takenBackAt: { type: Date, default: null },
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, createdAt: -1, _id: -1 })
  schema.index({ userId: 1, keptAt: 1 })
  schema.index({ about: 1 }, { sparse: true })
  schema.index({ createdAt: 1 }, { expireAfterSeconds: keepSeconds })
  const model = connection.model<Notice>('notice', schema)
  const { collection } = model
  return {
    model,
    keep: async (
      notice: Pick<Notice, '_id' | 'userId' | 'kind' | 'createdAt'> & { about?: string | undefined },
    ): Promise<void> => {
      await inserted(model.create({ ...notice, keptAt: new Date() }))
    },
    page: async (
      userId: string,
      limit: number,
      before: { createdAt: Date; id: string } | null,
    ): Promise<Notice[]> => {
      const older = before && {
        $or: [
          { createdAt: { $lt: before.createdAt } },
          { createdAt: before.createdAt, _id: { $lt: before.id } },
        ],
      }
      const found = await collection
        .find({ userId, takenBackAt: null, ...older } as never, { sort: { createdAt: -1, _id: -1 }, limit })
        .toArray()
      // `as`: the schema above
      return found as unknown as Notice[]
    },
    /** Kept since, oldest first; whoever was away so long that there are more reads the list anyway. */
    since: async (userId: string, at: Date): Promise<Pick<Notice, '_id'>[]> => {
      const kept = { userId, takenBackAt: null, keptAt: { $gte: at } }
      const options = { projection: { _id: 1 }, sort: { keptAt: 1 }, limit: 100 } as const
      // `as`: the projection
      return (await collection.find(kept as never, options).toArray()) as unknown as Pick<Notice, '_id'>[]
    },
    counts: async (userId: string): Promise<{ total: number; unread: number }> => {
      const [total, unread] = await Promise.all([
        collection.countDocuments({ userId, takenBackAt: null } as never),
        collection.countDocuments({ userId, takenBackAt: null, readAt: null } as never),
      ])
      return { total, unread }
    },
    markRead: async (userId: string, ids: readonly string[] | undefined, at: Date): Promise<void> => {
      const filter = { userId, readAt: null, ...(ids && { _id: { $in: ids } }) }
      await collection.updateMany(filter as never, { $set: { readAt: at } } as never)
    },
    /** @returns whose they were */
    takeBack: async (about: string, at: Date): Promise<string[]> => {
      const filter = { about, readAt: null, takenBackAt: null }
      const found = await collection.find(filter as never, { projection: { userId: 1 } }).toArray()
      if (found.length > 0)
        await collection.updateMany(filter as never, { $set: { takenBackAt: at } } as never)
      return [...new Set(found.map(({ userId }) => String(userId)))]
    },
    erase: async (userId: string): Promise<void> => {
      await collection.deleteMany({ userId } as never)
    },
  }
}

export type NoticeStore = ReturnType<typeof noticeStore>
