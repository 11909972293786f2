import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'

type FavoriteDocument = { _id: string; userId: string; teacherId: string; at: Date }

export const maxFavorites = 500

/** One document per pair, so that keeping and forgetting twice is keeping and forgetting. */
export function favoriteStore(connection: Connection) {
  const schema = new Schema(
    { _id: { type: String, required: true }, userId: String, teacherId: String, at: Date },
    { versionKey: false },
  )
  schema.index({ userId: 1, at: -1 })
  schema.index({ teacherId: 1 })
  const model = connection.model<FavoriteDocument>('favorite', schema)
  const idOf = (userId: string, teacherId: string) => `${userId}:${teacherId}`

  return {
    /** Ids of teachers, newest first. */
    of: async (userId: string): Promise<string[]> => {
      const kept = await model
        .find({ userId })
        .sort({ at: -1 })
        .limit(maxFavorites)
        .lean<FavoriteDocument[]>()
      return kept.map(({ teacherId }) => teacherId)
    },

    /** @returns false when there are as many as one may keep */
    keep: async (userId: string, teacherId: string, at: Date): Promise<boolean> => {
      const _id = idOf(userId, teacherId)
      if ((await model.countDocuments({ userId })) >= maxFavorites)
        return (await model.exists({ _id })) !== null
      await inserted(model.create({ _id, userId, teacherId, at }))
      return true
    },

    forget: (userId: string, teacherId: string) => model.deleteOne({ _id: idOf(userId, teacherId) }),

    /** Of both sides: what the account kept, and that others kept it. */
    erase: async (userId: string): Promise<void> => {
      await model.deleteMany({ userId })
      await model.deleteMany({ teacherId: userId })
    },
  }
}

export type FavoriteStore = ReturnType<typeof favoriteStore>
