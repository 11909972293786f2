import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type Claim = { _id: string; accountId: string; at: Date }

/** Longer than any command takes between its claim and the account. */
export const claimGraceMs = 10 * 60 * 1000

/**
 * Claims of addresses: inserting a document claims one, deleting it frees it. A unique index on accounts would not do,
 * because not every MongoDB-compatible database frees the key of a changed document.
 * @param holds whether the account exists with that address, may still return to it, or may be changing to it
 */
export function createAddressStore(
  connection: Connection,
  holds: (claim: Claim, now: Date) => Promise<boolean>,
) {
  const addresses = collection<Claim>(connection, 'addresses', [{ key: { accountId: 1 } }])

  /** Deletes a claim whose command died before its account was written, or whose account has left the address. */
  const freeAbandoned = async (email: string, now: Date): Promise<boolean> => {
    const claim = await addresses.findOne({ _id: email })
    if (!claim) return true
    if (now.getTime() - claim.at.getTime() < claimGraceMs || (await holds(claim, now))) return false
    return freeUnchanged(claim)
  }
  /** Not a claim that a command has renewed since it was read. */
  const freeUnchanged = async (claim: Claim): Promise<boolean> =>
    (await addresses.deleteOne(claim)).deletedCount === 1

  return {
    collection: addresses,

    /** @returns false when another account has the address; an own earlier claim counts as success */
    claim: async (email: string, accountId: string, now: Date): Promise<boolean> => {
      for (let attempt = 0; attempt < 3; attempt++) {
        if (await insertOnce(addresses, { _id: email, accountId, at: now })) return true
        // renewed, so that it does not count as abandoned while its command runs
        const mine = await addresses.updateOne({ _id: email, accountId }, { $set: { at: now } })
        if (mine.matchedCount === 1) return true
        if (!(await freeAbandoned(email, now))) return false
      }
      return false
    },

    ownerOf: async (email: string): Promise<string | null> =>
      (await addresses.findOne({ _id: email }))?.accountId ?? null,

    /** Frees an address that the account has left; it may have returned to it since the caller read it. */
    release: async (email: string, accountId: string, now: Date): Promise<void> => {
      const claim = await addresses.findOne({ _id: email, accountId })
      if (claim && !(await holds(claim, now))) await freeUnchanged(claim)
    },

    releaseAll: async (accountId: string): Promise<void> => {
      await addresses.deleteMany({ accountId })
    },
  }
}
