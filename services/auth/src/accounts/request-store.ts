import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** Hashes of an Idempotency-Key and of the request that it came with, but for the password. */
export type Idempotency = { key: string; request: string }
/** The password is slow to guess here too: a fast hash of it would be as good as none. */
type Noted = Idempotency & { passwordHash: string; at: Date }

const keptSeconds = 24 * 3600

/**
 * Which registration an Idempotency-Key stands for. Kept apart from the accounts, and for a taken address as for a free
 * one: a key that is known only where an account was made would tell which it was.
 */
export function createRequestStore(connection: Connection) {
  const requests = collection<Omit<Noted, 'key'> & { _id: string }>(connection, 'requests', [
    { key: { at: 1 }, expireAfterSeconds: keptSeconds },
  ])
  return {
    /** @returns false when the key stands for another request already */
    note: async (
      { key, ...noted }: Noted,
      isSamePassword: (passwordHash: string) => Promise<boolean>,
    ): Promise<boolean> => {
      if (await insertOnce(requests, { _id: key, ...noted })) return true
      const kept = await requests.findOne({ _id: key })
      if (kept === null) return true
      return kept.request === noted.request && (!kept.passwordHash || isSamePassword(kept.passwordHash))
    },
  }
}
