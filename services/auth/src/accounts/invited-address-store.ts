import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** The address to which a guardian's link was mailed, as a hash, because the guardian has no account yet. */
type Invited = { _id: string; address: string; expiresAt: Date }

export type InvitedAddressStore = ReturnType<typeof createInvitedAddressStore>

export function createInvitedAddressStore(connection: Connection) {
  const invited = collection<Invited>(connection, 'invitedaddresses', [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  return {
    keep: async (token: string, email: string, expiresAt: Date): Promise<void> => {
      await insertOnce(invited, { _id: hashOf(token), address: addressHash(token, email), expiresAt })
    },

    /** True when the token was mailed to this address: the caller can then read that mailbox. */
    proves: async (token: string, email: string, now: Date): Promise<boolean> => {
      const found = await invited.findOne({ _id: hashOf(token), expiresAt: { $gt: now } })
      return found?.address === addressHash(token, email)
    },
  }
}

/** Includes the token, which is not stored: the hash of an address alone could be guessed. */
const addressHash = (token: string, email: string): string => hashOf(`${token} ${normaliseEmail(email)}`)
