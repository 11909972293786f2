import type { Connection } from 'mongoose'
import { rateLimited } from '../http/problem.ts'
import { collection } from './collection.ts'
import { isDuplicateKey } from './mongo.ts'

type Limit = { most: number; perMs: number }
type Count = { _id: string; count: number; until: Date }

/**
 * Rate limits for writes, such as five invitations a day per account. All processes of a service share the counters in
 * its database. `take` increments a counter before the caller writes, so concurrent calls cannot exceed the limit. Each
 * window starts with the first write and ends `perMs` milliseconds later; refused writes do not extend it.
 */
export function createWriteLimits<What extends string>(
  database: Connection,
  limits: Readonly<Record<What, Limit>>,
) {
  const counts = collection<Count>(database, 'write-counts', [{ key: { until: 1 }, expireAfterSeconds: 0 }])

  const count = async (_id: string, perMs: number, at: Date): Promise<Count> => {
    const further = { $inc: { count: 1 } }
    const found = await counts.findOneAndUpdate({ _id, until: { $gt: at } }, further, {
      returnDocument: 'after',
    })
    if (found) return found
    const first = { count: 1, until: new Date(at.getTime() + perMs) }
    try {
      await counts.updateOne({ _id, until: { $lte: at } }, { $set: first }, { upsert: true })
      return { _id, ...first }
    } catch (error) {
      // another call was first
      if (isDuplicateKey(error)) return count(_id, perMs, at)
      throw error
    }
  }

  return {
    /** @returns false when the limit is reached */
    tryTake: async (what: What, who: string, at: Date): Promise<boolean> => {
      const { most, perMs } = limits[what]
      return (await count(`${what}.${who}`, perMs, at)).count <= most
    },

    /** @throws problem `rate-limited` */
    take: async (what: What, who: string, at: Date): Promise<void> => {
      const { most, perMs } = limits[what]
      const taken = await count(`${what}.${who}`, perMs, at)
      if (taken.count > most) throw rateLimited(taken.until.getTime() - at.getTime())
    },
  }
}

export type WriteLimits<What extends string> = ReturnType<typeof createWriteLimits<What>>
