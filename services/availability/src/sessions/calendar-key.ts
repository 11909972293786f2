import { createHmac, randomBytes } from 'node:crypto'
import { inserted } from '@darsi/kit/mongo.ts'
import { eventKeys } from '@darsi/kit/seal.ts'
import { hashOf } from '@darsi/kit/tokens.ts'
import type { SessionModels } from './models.ts'

/** Nothing here opens a calendar: the address is made of the salt and a key that the database does not have. */
export type CalendarKey = { _id: string; salt: string; tokenHash: string }
export type CalendarKeys = ReturnType<typeof createCalendarKeys>

export function createCalendarKeys({ calendars }: Pick<SessionModels, 'calendars'>, eventKey: string) {
  const [first, ...others] = eventKeys(eventKey)
  const key = derived(first)
  const earlier = others.map(derived)
  const fresh = (userId: string) => {
    const salt = randomBytes(16).toString('base64url')
    const token = tokenOf(key, userId, salt)
    return { token, fields: { salt, tokenHash: hashOf(token) } }
  }
  const { collection } = calendars

  return {
    /** The token of the caller's feed, made at the first question. */
    current: async (userId: string): Promise<string> => {
      const known = await calendars.findById(userId).lean<CalendarKey>()
      if (known) {
        // an address that is subscribed to lasts as long as its key
        const kept = [key, ...earlier].map((each) => tokenOf(each, userId, known.salt))
        const current = kept.find((token) => hashOf(token) === known.tokenHash)
        if (current) return current
        const token = tokenOf(key, userId, known.salt)
        await collection.updateOne({ _id: userId } as never, { $set: { tokenHash: hashOf(token) } } as never)
        return token
      }
      const { token, fields } = fresh(userId)
      if (await inserted(collection.insertOne({ _id: userId, ...fields } as never))) return token
      const other = await calendars.findById(userId).lean<CalendarKey>()
      return tokenOf(key, userId, other?.salt ?? fields.salt)
    },
    renew: async (userId: string): Promise<string> => {
      const { token, fields } = fresh(userId)
      await collection.updateOne({ _id: userId } as never, { $set: fields } as never, { upsert: true })
      return token
    },
    /** Whose feed it is. */
    owner: async (token: string): Promise<string | null> => {
      const found = await calendars.findOne({ tokenHash: hashOf(token) }).lean<CalendarKey>()
      return found?._id ?? null
    },
    erase: async (userId: string): Promise<void> => {
      await collection.deleteOne({ _id: userId } as never)
    },
  }
}

// a key of its own, so that an address says nothing about what else is sealed
const derived = (eventKey: Buffer) => createHmac('sha256', eventKey).update('calendar feeds').digest()
const tokenOf = (key: Buffer, userId: string, salt: string) =>
  createHmac('sha256', key).update(`${userId} ${salt}`).digest('base64url')
