import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

/**
 * Two accounts that may be one person's, as the admin service found. A pair stays when an administrator dismisses it, and
 * when a changed telephone or name ends the likeness: such a change must not make two people of one.
 */
type LookAlikes = { _id: string; users: string[] }

export function createLookAlikeStore(database: Connection) {
  const pairs = collection<LookAlikes>(database, 'lookalikes', [{ key: { users: 1 } }])

  return {
    collection: pairs,

    add: async (_id: string, users: readonly string[]): Promise<void> => {
      await pairs.updateOne({ _id }, { $set: { users: [...users] } }, { upsert: true })
    },

    /** True if this person and one of the others may be one. */
    hasPair: async (userId: string, others: readonly string[]): Promise<boolean> => {
      const found = await pairs.find({ users: userId }).toArray()
      return found.some(({ users }) => users.some((id) => id !== userId && others.includes(id)))
    },

    erase: async (userId: string): Promise<void> => {
      await pairs.deleteMany({ users: userId })
    },
  }
}
