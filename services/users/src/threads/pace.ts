import { isDuplicateKey } from '@darsi/kit/mongo.ts'
import { rateLimited } from '@darsi/kit/problem.ts'
import { type Connection, Schema } from 'mongoose'

type Counted = { _id: string; count: number; at: Date }

const minuteMs = 60_000
const sizes = { message: 30, report: 5 } as const

/** How often an account may do something in a minute, counted in the database for all processes together. */
export function createPace(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      count: { type: Number, required: true },
      at: { type: Date, required: true },
    },
    { versionKey: false },
  )
  schema.index({ at: 1 }, { expireAfterSeconds: 300 })
  const { collection } = connection.model<Counted>('pace', schema)

  const count = async (_id: string, at: Date): Promise<number> => {
    const counted = await collection.findOneAndUpdate(
      { _id } as never,
      { $inc: { count: 1 }, $setOnInsert: { at } } as never,
      { upsert: true, returnDocument: 'after' },
    )
    return Number(counted?.['count'] ?? 1)
  }

  return {
    /** @throws problem `rate-limited` */
    take: async (what: keyof typeof sizes, userId: string, at: Date): Promise<void> => {
      const minute = Math.floor(at.getTime() / minuteMs)
      const id = `${what}.${userId}.${minute}`
      const taken = await count(id, at).catch((error: unknown) => {
        // two began the same minute
        if (isDuplicateKey(error)) return count(id, at)
        throw error
      })
      if (taken <= sizes[what]) return
      throw rateLimited((minute + 1) * minuteMs - at.getTime())
    },
  }
}
