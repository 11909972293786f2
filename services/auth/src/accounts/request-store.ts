import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** Hashes of an Idempotency-Key and of its request without the password. */
export type Idempotency = { key: string; request: string }
/** The password has a slow hash here too; a fast one would make it easy to guess. */
type Noted = Idempotency & { passwordHash: string; at: Date }

const keptSeconds = 24 * 3600

/**
 * Registrations by Idempotency-Key. Kept apart from the accounts, for taken and free addresses alike: otherwise the
 * existence of a key would reveal whether an account was created.
 */
export function createRequestStore(connection: Connection) {
  const requests = collection<Omit<Noted, 'key'> & { _id: string }>(connection, 'requests', [
    { key: { at: 1 }, expireAfterSeconds: keptSeconds },
  ])
  return {
    /** @returns false when the key belongs to another request */
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
