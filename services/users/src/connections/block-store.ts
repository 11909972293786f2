import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'

/** One person blocked another. A teacher blocks each person of the family, and the child without an account. */
type Block = { _id: string; by: string; of: string }

export type BlockStore = ReturnType<typeof createBlockStore>

/**
 * Blocks between people: they hold in every connection of the two, also after one of them left a child or came back.
 * Only the person who set a block removes it.
 */
export function createBlockStore(database: Database) {
  const blocks = collection<Block>(database, 'blocks', [{ key: { by: 1 } }, { key: { of: 1 } }])
  const add = async (by: string, of: string): Promise<void> => {
    const _id = `${by}/${of}`
    await blocks.updateOne({ _id }, { $set: { by, of } }, { upsert: true })
  }

  return {
    collection: blocks,

    set: async (by: string, others: readonly string[], blocked: boolean): Promise<void> => {
      if (blocked) for (const of of others) await add(by, of)
      else await blocks.deleteMany({ by, of: { $in: [...others] } })
    },

    /** Those of the teacher and the family who blocked the other side. */
    between: async (teacherId: string, family: readonly string[]): Promise<string[]> => {
      const known = { $in: [...family] }
      const found = await blocks
        .find({
          $or: [
            { by: teacherId, of: known },
            { of: teacherId, by: known },
          ],
        })
        .toArray()
      return [...new Set(found.map(({ by }) => by))].toSorted()
    },

    /** A blocked person goes on with another account. */
    goesOnAs: async (formerIds: readonly string[], userId: string): Promise<void> => {
      for (const { by } of await blocks.find({ of: { $in: [...formerIds] } }).toArray()) await add(by, userId)
    },

    /** Those that the person set; what others set stays, because the person may come back. */
    erase: async (by: string): Promise<void> => {
      await blocks.deleteMany({ by })
    },
  }
}
