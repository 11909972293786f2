import { randomUUID } from 'node:crypto'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Child } from '../children/child.ts'
import type { ExclusionStore } from '../connections/pauses/exclusion-store.ts'
import type { Profile } from '../profiles/profile.ts'
import { codeMs, type GuardianLink, invitationMs, linkHash, newCode } from './guardian-link.ts'

type LinkDocument = GuardianLink & Outboxed

const keepSeconds = 7 * 24 * 3600

export function createGuardianLinkStore(
  database: Connection,
  outbox: Outbox,
  /** True if the person is an account of a teacher whom an administrator keeps away from the learner. */
  areApart: ExclusionStore['areApart'],
) {
  const links = collection<LinkDocument>(database, 'guardianlinks', [
    { key: { hash: 1 }, unique: true },
    { key: { studentId: 1, createdAt: -1 } },
    { key: { childId: 1 } },
    { key: { by: 1 } },
    { key: { usedBy: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: keepSeconds },
    outboxIndex,
  ])

  /** The link that was mailed last; an intruder's does not count. */
  const newestOf = (studentId: string) =>
    links.findOne({ studentId, isVoid: false, formerId: null }, { sort: { createdAt: -1, _id: 1 } })

  return {
    areApart,
    collection: links,

    /** A code that can be used once, within 48 hours. */
    createCode: async (
      childId: string,
      by: string,
      now: Date,
    ): Promise<{ code: string; expiresAt: Date }> => {
      const code = newCode()
      const expiresAt = new Date(now.getTime() + codeMs)
      const link = { ...newLink(code, by, expiresAt, now), childId }
      await links.insertOne({ ...link, v: 1, outbox: [] })
      return { code, expiresAt }
    },

    ...createInvitations(links, outbox, newestOf),
    newestOf,
    ...mailedLinks(links, outbox),

    wasInvited: async (studentId: string): Promise<boolean> =>
      (await links.countDocuments({ studentId, formerId: null }, { limit: 1 })) > 0,

    /** The link of a token that this person may use. */
    find: (token: string, userId: string, now: Date) => links.findOne(usable(token, userId, now)),

    /** Whether a newer link was mailed to the same address. */
    isReplaced: async (token: string): Promise<boolean> => {
      const older = await links.findOne({ hash: linkHash(token), isVoid: true, usedBy: null })
      const newest = older?.studentId ? await newestOf(older.studentId) : null
      return newest !== null && newest.email === older?.email
    },

    /** Uses a token; the same person may use it again until it expires. */
    use: (token: string, usedBy: string, now: Date) =>
      links.findOneAndUpdate(
        usable(token, usedBy, now),
        { $set: { usedBy }, $unset: { email: '' } },
        { returnDocument: 'after' },
      ),

    /** A guardian who leaves a child cannot return by a link that he or she used or created. */
    voidOfGuardian: async (
      { _id: childId, accountId }: Pick<Child, '_id' | 'accountId'>,
      userId: string,
    ): Promise<void> => {
      const ofChild = { $or: [{ childId }, ...(accountId ? [{ studentId: accountId }] : [])] }
      const ofPerson = { $or: [{ usedBy: userId }, { by: userId }] }
      await links.updateMany({ $and: [ofChild, ofPerson] }, { $set: { isVoid: true } })
    },

    /** An intruder in the account may have created unused links; a used one stays with its guardian. */
    voidUnused: async (by: string, until: Date): Promise<void> => {
      await links.updateMany({ by, usedBy: null, createdAt: { $lte: until } }, { $set: { isVoid: true } })
    },

    erase: async (userId: string): Promise<void> => {
      await links.deleteMany({ $or: [{ studentId: userId }, { by: userId }] })
    },
  }
}

/** Links that are mailed to guardians of a minor's account. */
function createInvitations(
  links: Collection<LinkDocument>,
  outbox: Outbox,
  newestOf: (studentId: string) => Promise<LinkDocument | null>,
) {
  return {
    /** Mails a link to a guardian's address and voids the others. Of two at once the newer one stays. */
    invite: async (
      student: Pick<Profile, '_id' | 'fullName'>,
      { email, language }: { email: string; language?: Language | undefined },
      now: Date,
    ): Promise<void> => {
      const token = newToken()
      const expiresAt = new Date(now.getTime() + invitationMs)
      const studentId = student._id
      const link = { ...newLink(token, studentId, expiresAt, now), studentId, email }
      await outbox.insert(links, link, {
        type: 'guardian.invited',
        data: { invitationId: link._id, studentId, expiresAt: expiresAt.toISOString(), isFormer: false },
        personal: { email, studentName: student.fullName, ...mailLanguages(language), token },
      })
      const newest = (await newestOf(studentId)) ?? link
      const isOutdated = [
        { createdAt: { $lt: newest.createdAt } },
        { createdAt: newest.createdAt, _id: { $gt: newest._id } },
      ]
      await links.updateMany(
        { studentId, usedBy: null, formerId: null, $or: isOutdated },
        { $set: { isVoid: true } },
      )
    },

    /**
     * Mails a former guardian of a minor who registered again a link of his or her own, once. The student's own
     * invitations do not void it.
     */
    inviteFormer: async (
      student: Pick<Profile, '_id' | 'fullName'>,
      former: Pick<Profile, '_id' | 'email' | 'language'>,
      now: Date,
    ): Promise<void> => {
      const token = newToken()
      const expiresAt = new Date(now.getTime() + invitationMs)
      const { _id: studentId, fullName: studentName } = student
      const link = {
        ...newLink(token, studentId, expiresAt, now),
        ...{ _id: formerLinkId(studentId, former._id), studentId, email: former.email, formerId: former._id },
      }
      const insert = outbox.insert(links, link, {
        type: 'guardian.invited',
        data: { invitationId: link._id, studentId, expiresAt: expiresAt.toISOString(), isFormer: true },
        personal: { email: former.email, studentName, language: former.language, token },
      })
      await inserted(insert)
    },
  }
}

function mailedLinks(links: Collection<LinkDocument>, outbox: Outbox) {
  return {
    /** The mailed link of a token that nobody has used. */
    findMailed: (token: string, now: Date) =>
      links.findOne({ ...valid(token, now), usedBy: null, studentId: { $ne: null } }),

    /**
     * The receiver does not know the learner.
     * @returns null when it was used or declined meanwhile
     */
    decline: async (id: string, studentId: string, at: Date): Promise<GuardianLink | null> => {
      const earlier = await links.countDocuments({ studentId, declinedAt: { $ne: null }, _id: { $ne: id } })
      return outbox.update(links, id, (found) =>
        found.declinedAt || found.usedBy || found.isVoid
          ? null
          : {
              update: { $set: { declinedAt: at } },
              event: {
                type: 'guardian.declined',
                data: { invitationId: id, studentId, earlier, at: at.toISOString() },
              },
            },
      )
    },
  }
}

export type GuardianLinkStore = ReturnType<typeof createGuardianLinkStore>

const newLink = (token: string, by: string, expiresAt: Date, createdAt: Date): GuardianLink => ({
  _id: randomUUID(),
  hash: linkHash(token),
  childId: null,
  studentId: null,
  by,
  usedBy: null,
  formerId: null,
  isVoid: false,
  declinedAt: null,
  expiresAt,
  createdAt,
})

/** The same for a repeated event, so that a former guardian is mailed once. As long as other ids, which events limit. */
export const formerLinkId = (studentId: string, guardianId: string): string =>
  hashOf(`former ${studentId} ${guardianId}`).slice(0, 36)

/** Without a choice the mail is in the two languages that most families read. */
const mailLanguages = (language: Language | undefined) =>
  language ? { language } : ({ language: 'ar', alsoIn: 'fr' } as const)

const valid = (token: string, now: Date) => ({
  hash: linkHash(token),
  isVoid: false,
  declinedAt: null,
  expiresAt: { $gt: now },
})

const usable = (token: string, userId: string, now: Date) => ({
  ...valid(token, now),
  $and: [
    { $or: [{ usedBy: null }, { usedBy: userId }] },
    { $or: [{ formerId: null }, { formerId: userId }] },
  ],
})
