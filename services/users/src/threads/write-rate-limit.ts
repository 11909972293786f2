import { rateLimited } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { isDuplicateKey } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

const minuteMs = 60_000
const maxPerMinute = { message: 30, report: 5, upload: 20 } as const

/** Counts an account's writes per minute in the database, for all processes together. */
export function createWriteRateLimit(database: Connection) {
  const counters = collection<{ _id: string; count: number; at: Date }>(database, 'paces', [
    { key: { at: 1 }, expireAfterSeconds: 300 },
  ])

  const increment = async (_id: string, at: Date): Promise<number> => {
    const counter = await counters.findOneAndUpdate(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { at } },
      { upsert: true, returnDocument: 'after' },
    )
    return counter?.count ?? 1
  }

  return {
    /** @throws problem `rate-limited` */
    take: async (what: keyof typeof maxPerMinute, userId: string, at: Date): Promise<void> => {
      const minute = Math.floor(at.getTime() / minuteMs)
      const id = `${what}.${userId}.${minute}`
      const count = await increment(id, at).catch((error: unknown) => {
        // two processes created the counter at once
        if (isDuplicateKey(error)) return increment(id, at)
        throw error
      })
      if (count > maxPerMinute[what]) throw rateLimited((minute + 1) * minuteMs - at.getTime())
    },
  }
}

export type WriteRateLimit = ReturnType<typeof createWriteRateLimit>
