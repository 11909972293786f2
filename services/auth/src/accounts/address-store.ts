import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'

/** Whose an e-mail address is. */
export type Claim = { _id: string; accountId: string; at: Date }

/** Longer than any command takes between its claim and the account that goes with it. */
export const claimGraceMs = 10 * 60 * 1000

/**
 * Who has which address: claimed by inserting its document, freed by deleting it. A unique index on the accounts would
 * need the key of a changed document to become free, which not every database that speaks the protocol does.
 * @param holds whether the account is there with that address
 */
export function addressStore(connection: Connection, holds: (claim: Claim) => Promise<boolean>) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      accountId: { type: String, required: true },
      at: { type: Date, required: true },
    },
    { versionKey: false },
  )
  schema.index({ accountId: 1 })
  const model = connection.model<Claim>('address', schema)

  /** Takes a claim away whose command died before its account was written, or after the account left the address. */
  const freeAbandoned = async (email: string, now: Date): Promise<boolean> => {
    const claim = await model.findById(email).lean<Claim>()
    if (!claim) return true
    if (now.getTime() - claim.at.getTime() < claimGraceMs || (await holds(claim))) return false
    const { accountId, at } = claim
    return (await model.deleteOne({ _id: email, accountId, at })).deletedCount === 1
  }

  return {
    model,

    /** @returns false when the address is another account's; a claim that was made before is as good as a new one */
    claim: async (email: string, accountId: string, now: Date): Promise<boolean> => {
      for (let attempt = 0; attempt < 3; attempt++) {
        if (await inserted(model.create({ _id: email, accountId, at: now }))) return true
        // renewed, so that it is not taken for abandoned while its command goes on
        const mine = await model.updateOne({ _id: email, accountId }, { $set: { at: now } })
        if (mine.matchedCount === 1) return true
        if (!(await freeAbandoned(email, now))) return false
      }
      return false
    },

    release: async (email: string, accountId: string): Promise<void> => {
      await model.deleteOne({ _id: email, accountId })
    },

    /** All of an account that is no more. */
    releaseAll: async (accountId: string): Promise<void> => {
      await model.deleteMany({ accountId })
    },
  }
}
