import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** Whose an e-mail address is. */
export type Claim = { _id: string; accountId: string; at: Date }

/** Longer than any command takes between its claim and the account that goes with it. */
const claimGraceMs = 10 * 60 * 1000

/**
 * Who has which address: claimed by inserting its document, freed by deleting it. A unique index on the accounts would
 * need the key of a changed document to become free, which not every database that speaks the protocol does.
 * @param holds whether the account is there with that address, or may still take it back
 */
export function createAddressStore(
  connection: Connection,
  holds: (claim: Claim, now: Date) => Promise<boolean>,
) {
  const addresses = collection<Claim>(connection, 'addresses', [{ key: { accountId: 1 } }])

  /** Takes a claim away whose command died before its account was written, or after the account left the address. */
  const freeAbandoned = async (email: string, now: Date): Promise<boolean> => {
    const claim = await addresses.findOne({ _id: email })
    if (!claim) return true
    if (now.getTime() - claim.at.getTime() < claimGraceMs || (await holds(claim, now))) return false
    const { accountId, at } = claim
    return (await addresses.deleteOne({ _id: email, accountId, at })).deletedCount === 1
  }

  return {
    collection: addresses,

    /** @returns false when the address is another account's; a claim that was made before is as good as a new one */
    claim: async (email: string, accountId: string, now: Date): Promise<boolean> => {
      for (let attempt = 0; attempt < 3; attempt++) {
        if (await insertOnce(addresses, { _id: email, accountId, at: now })) return true
        // renewed, so that it is not taken for abandoned while its command goes on
        const mine = await addresses.updateOne({ _id: email, accountId }, { $set: { at: now } })
        if (mine.matchedCount === 1) return true
        if (!(await freeAbandoned(email, now))) return false
      }
      return false
    },

    release: async (email: string, accountId: string): Promise<void> => {
      await addresses.deleteOne({ _id: email, accountId })
    },

    /** All of an account that is no more. */
    releaseAll: async (accountId: string): Promise<void> => {
      await addresses.deleteMany({ accountId })
    },
  }
}
