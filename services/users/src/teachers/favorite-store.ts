import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type Favorite = { _id: string; userId: string; teacherId: string; at: Date }

const maxFavorites = 500

/** One document per pair, so repeated additions and removals change nothing. */
export function createFavoriteStore(database: Connection) {
  const favorites = collection<Favorite>(database, 'favorites', [
    { key: { userId: 1, at: -1 } },
    { key: { teacherId: 1 } },
  ])
  const idOf = (userId: string, teacherId: string) => `${userId}:${teacherId}`

  return {
    of: async (userId: string): Promise<string[]> => {
      const found = await favorites.find({ userId }, { sort: { at: -1 }, limit: maxFavorites }).toArray()
      return found.map(({ teacherId }) => teacherId)
    },

    /** @returns false when the list is full */
    add: async (userId: string, teacherId: string, at: Date): Promise<boolean> => {
      const _id = idOf(userId, teacherId)
      if ((await favorites.countDocuments({ userId })) >= maxFavorites)
        return (await favorites.countDocuments({ _id })) > 0
      await insertOnce(favorites, { _id, userId, teacherId, at })
      return true
    },

    remove: async (userId: string, teacherId: string): Promise<void> => {
      await favorites.deleteOne({ _id: idOf(userId, teacherId) })
    },

    /** Removes the account's favourites, and the account from other people's. */
    erase: async (userId: string): Promise<void> => {
      await favorites.deleteMany({ userId })
      await favorites.deleteMany({ teacherId: userId })
    },
  }
}

export type FavoriteStore = ReturnType<typeof createFavoriteStore>
