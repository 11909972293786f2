import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** Hashes of an Idempotency-Key and of its request without the password. */
export type Idempotency = { key: string; request: string }
/**
 * The password has a slow hash here too; a fast one would make it easy to guess. The account id is that of the first
 * attempt, so that a repetition continues it.
 */
type Noted = Idempotency & { accountId: string; passwordHash: string; at: Date }

type Kept = Omit<Noted, 'key'> & { _id: string }

const keptSeconds = 24 * 3600

/**
 * Registrations by Idempotency-Key. Kept apart from the accounts, for taken and free addresses alike: otherwise the
 * existence of a key would reveal whether an account was created.
 */
export function createRequestStore(connection: Connection) {
  const requests = collection<Kept>(connection, 'requests', [
    { key: { at: 1 }, expireAfterSeconds: keptSeconds },
  ])
  return {
    /** @returns the account id of the key's first attempt; null when the key belongs to another request */
    note: async (
      { key, ...noted }: Noted,
      isSamePassword: (passwordHash: string) => Promise<boolean>,
    ): Promise<string | null> => {
      if (await insertOnce(requests, { _id: key, ...noted })) return noted.accountId
      const kept = await requests.findOne({ _id: key })
      if (kept === null) return noted.accountId
      const isSame = kept.request === noted.request && (await isSamePassword(kept.passwordHash))
      return isSame ? kept.accountId : null
    },

    forget: async (key: string): Promise<void> => {
      await requests.deleteOne({ _id: key })
    },
  }
}
