import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { keysIn, type Sealer } from '@darsi/kit/events/seal.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

/** The number that an account gets text messages on. It counts only once its code was entered. */
type SmsNumber = {
  _id: string
  /** The number, sealed. */
  sealed: string
  language: Language
  createdAt: Date
  provenAt: Date | null
  /** Of the code that is on its way; null once it was used. */
  codeHash: string | null
  codeUntil: Date | null
  tries: number
}

export const codeLifeMs = 10 * 60_000
const mostTries = 5

export function createSmsNumberStore(connection: Connection, sealer: Sealer, keys: string) {
  const numbers = collection<SmsNumber>(connection, 'sms-numbers', [{ key: { createdAt: 1 } }])
  const [key] = keysIn(keys)
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const hashOf = (userId: string, code: string) => digest(`code ${userId} ${code}`)
  return {
    collection: numbers,
    find: (userId: string): Promise<SmsNumber | null> => numbers.findOne({ _id: userId }),
    // `as`: sealed by `enter`
    phoneOf: ({ sealed }: Pick<SmsNumber, 'sealed'>) => sealer.unseal(sealed) as string,
    /** Compares numbers without keeping them readable. */
    fingerprint: (phone: string) => digest(`phone ${phone}`),

    /** Replaces the number of the account. @returns the code that proves the new one */
    enter: async (userId: string, phone: string, language: Language, now: Date): Promise<string> => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const fields = {
        ...{ sealed: sealer.seal(phone), language, createdAt: now, provenAt: null, tries: 0 },
        codeHash: hashOf(userId, code),
        codeUntil: new Date(now.getTime() + codeLifeMs),
      }
      await numbers.updateOne({ _id: userId }, { $set: fields }, { upsert: true })
      return code
    },
    /** Each attempt counts before the code is compared, so that parallel attempts do not get more. */
    prove: async (userId: string, code: string, now: Date): Promise<boolean> => {
      const open = { _id: userId, codeUntil: { $gt: now }, tries: { $lt: mostTries } }
      const found = await numbers.findOneAndUpdate(open, { $inc: { tries: 1 } }, { returnDocument: 'after' })
      if (!found?.codeHash || !isSame(found.codeHash, hashOf(userId, code))) return false
      const proven = { $set: { provenAt: now, codeHash: null, codeUntil: null } }
      return (await numbers.updateOne({ _id: userId, codeHash: found.codeHash }, proven)).matchedCount === 1
    },
    remove: async (userId: string, until?: Date): Promise<void> => {
      await numbers.deleteOne({ _id: userId, ...(until && { createdAt: { $lte: until } }) })
    },
  }
}

export type SmsNumberStore = ReturnType<typeof createSmsNumberStore>

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
