import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'

/** Hashes of an Idempotency-Key and of the request that it came with. */
export type Idempotency = { key: string; request: string }

const keptSeconds = 24 * 3600

/**
 * Which registration an Idempotency-Key stands for. Kept apart from the accounts, and for a taken address as for a free
 * one: a key that is known only where an account was made would tell which it was.
 */
export function requestStore(connection: Connection) {
  const schema = new Schema(
    { _id: String, request: String, at: { type: Date, expires: keptSeconds } },
    { versionKey: false },
  )
  const model = connection.model('request', schema)
  return {
    /** @returns false when the key stands for another request already */
    note: async ({ key, request }: Idempotency, at: Date): Promise<boolean> => {
      if (await inserted(model.create({ _id: key, request, at }))) return true
      const kept = await model.findById(key).lean()
      return kept === null || kept.request === request
    },
  }
}
