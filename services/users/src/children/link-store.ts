import { randomInt, randomUUID } from 'node:crypto'
import type { Language } from '@darsi/contracts/languages.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import { type Connection, Schema } from 'mongoose'

/** A code for another parent, or the link that a minor's guardian is mailed. The token itself is not kept. */
export type GuardianLink = {
  _id: string
  hash: string
  childId: string | null
  studentId: string | null
  by: string
  usedBy: string | null
  isVoid: boolean
  expiresAt: Date
  createdAt: Date
}

const hourMs = 3600 * 1000
export const codeMs = 48 * hourMs
export const invitationMs = 7 * 24 * hourMs
const keepSeconds = 7 * 24 * 3600
// without letters and digits that are taken for one another
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export function linkStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      hash: { type: String, required: true },
      childId: String,
      studentId: String,
      by: { type: String, required: true },
      usedBy: String,
      isVoid: Boolean,
      expiresAt: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ hash: 1 }, { unique: true })
  schema.index({ studentId: 1, createdAt: -1 })
  schema.index({ childId: 1 })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: keepSeconds })
  indexOutbox(schema)
  const model = connection.model<GuardianLink & Outboxed>('guardianLink', schema)
  const { collection } = model
  const blank = { childId: null, studentId: null, usedBy: null, isVoid: false }

  return {
    model,

    /** A code that can be read out: 50 bits, 48 hours, once. */
    code: async (childId: string, by: string, now: Date): Promise<{ code: string; expiresAt: Date }> => {
      const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
      const expiresAt = new Date(now.getTime() + codeMs)
      const link = {
        ...blank,
        _id: randomUUID(),
        hash: linkHash(letters),
        childId,
        by,
        expiresAt,
        createdAt: now,
      }
      await collection.insertOne({ ...link, v: 1, outbox: [] } as never)
      return { code: `${letters.slice(0, 5)}-${letters.slice(5)}`, expiresAt }
    },

    /** Mails a link to a guardian's address; it voids the ones before it. */
    invite: async (
      student: { id: string; fullName: string; language: Language },
      email: string,
      now: Date,
    ): Promise<void> => {
      const token = newToken()
      const expiresAt = new Date(now.getTime() + invitationMs)
      const link = {
        ...blank,
        _id: randomUUID(),
        hash: linkHash(token),
        studentId: student.id,
        by: student.id,
        expiresAt,
        createdAt: now,
      }
      await outbox.insert(model, link, {
        type: 'guardian.invited',
        data: { invitationId: link._id, studentId: student.id, expiresAt: expiresAt.toISOString() },
        personal: { email, studentName: student.fullName, language: student.language, token },
      })
      const older = { studentId: student.id, _id: { $ne: link._id }, usedBy: null }
      await collection.updateMany(older as never, { $set: { isVoid: true } } as never)
    },

    invitedSince: (studentId: string, since: Date): Promise<number> =>
      collection.countDocuments({ studentId, createdAt: { $gte: since } } as never),

    /** Uses a token; the same person may use it again within its life. */
    use: async (token: string, usedBy: string, now: Date): Promise<GuardianLink | null> => {
      const valid = { hash: linkHash(token), isVoid: false, expiresAt: { $gt: now } }
      const claimed = await collection.findOneAndUpdate(
        { ...valid, $or: [{ usedBy: null }, { usedBy }] } as never,
        { $set: { usedBy } } as never,
        { returnDocument: 'after' },
      )
      // `as`: the schema above
      return claimed as unknown as GuardianLink | null
    },

    erase: async (userId: string): Promise<void> => {
      await collection.deleteMany({ $or: [{ studentId: userId }, { by: userId }] } as never)
    },
  }
}

export type LinkStore = ReturnType<typeof linkStore>

/** Codes are read out and typed: their dash, spaces and letter case do not count. Mailed tokens are as they are. */
function linkHash(token: string): string {
  const bare = token.replace(/[\s-]/g, '').toUpperCase()
  const isCode = bare.length === 10 && [...bare].every((letter) => alphabet.includes(letter))
  return hashOf(isCode ? bare : token.trim())
}
