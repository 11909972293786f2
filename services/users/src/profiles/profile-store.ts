import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { leaveTombstone } from '@darsi/kit/events/tombstone.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import { type Profile, profileChanged } from './profile.ts'
import { createProfileQueries, type ProfileDocument } from './profile-queries.ts'

type Source = { producer: string; sequence: number }
type UpdateOptions = {
  eventOf?: (changed: Profile) => EventInput
  /** Of auth's event; a repeated or late one changes nothing. */
  sequence?: number
}

export type ProfileStore = ReturnType<typeof createProfileStore>

export function createProfileStore(database: Connection, outbox: Outbox) {
  const profiles = collection<ProfileDocument>(database, 'profiles', [
    { key: { formerIds: 1 }, sparse: true },
    outboxIndex,
  ])
  const queries = createProfileQueries(profiles)
  /** @throws Error when the account's first event has not arrived: this event then waits in the dead-letter topic */
  const requireDocument = async (userId: string): Promise<void> => {
    if ((await profiles.countDocuments({ _id: userId })) === 0) throw new Error(`no profile of ${userId} yet`)
  }

  return {
    ...queries,
    collection: profiles,
    requireDocument,

    /** Once: a repeated event finds the profile or its tombstone and changes nothing. */
    create: async (profile: Profile, sequence: number): Promise<void> => {
      const document = { ...profile, src: { auth: sequence }, erasedAt: null }
      await inserted(outbox.insert(profiles, document, profileChanged(profile)))
    },

    /** @returns the changed profile, the unchanged one when `decide` answers null, or null when there is none */
    update: async (
      userId: string,
      decide: (profile: Profile) => Profile | null,
      { eventOf = profileChanged, sequence }: UpdateOptions = {},
    ): Promise<Profile | null> => {
      const updated = await outbox.update(profiles, userId, (profile) => {
        if (profile.erasedAt || isApplied(profile, sequence)) return null
        const changed = decide(profile)
        if (!changed) return null
        const source = sequence === undefined ? {} : { 'src.auth': sequence }
        return { update: { $set: { ...fieldsOf(changed), ...source } }, event: eventOf(changed) }
      })
      return updated ?? queries.find(userId)
    },

    /** Whether an event of auth is not applied yet; false for an erased account. */
    awaits: async (userId: string, sequence: number): Promise<boolean> => {
      const profile = await queries.find(userId)
      return profile !== null && !isApplied(profile, sequence)
    },

    /** @throws Error as `requireDocument` */
    setStatus: async (userId: string, status: Profile['status'], event: Source): Promise<void> => {
      await project(profiles, userId, event, { $set: { status } }, { upsert: false })
      await requireDocument(userId)
    },

    /** @throws Error as `requireDocument` */
    setVerified: async (userId: string, event: Source): Promise<void> => {
      const change = { $set: { emailVerified: true } }
      await project(profiles, userId, event, change, { upsert: false, part: 'verified' })
      await requireDocument(userId)
    },

    /** Earlier accounts of the same person; an account that is erased, or not known yet, gets none. */
    addFormer: async (userId: string, formerIds: readonly string[]): Promise<void> => {
      const $addToSet = { formerIds: { $each: [...formerIds] } }
      await profiles.updateOne({ _id: userId, erasedAt: null }, { $addToSet })
    },

    /** Suspends an account before its erasure, so that no new connection can use it; a tombstone stays as it is. */
    close: async (userId: string): Promise<void> => {
      await profiles.updateOne({ _id: userId, erasedAt: null }, { $set: { status: 'suspended' } })
    },

    erase: (userId: string, at: Date): Promise<void> =>
      leaveTombstone(outbox, profiles, {
        userId,
        service: 'users',
        at,
        kept: (profile) => ({ src: profile?.src ?? {} }),
      }),
  }
}

const isApplied = ({ src }: ProfileDocument, sequence: number | undefined): boolean =>
  sequence !== undefined && (src['auth'] ?? 0) >= sequence

function fieldsOf(profile: Profile) {
  const { role, email, fullName, phone, location, roleData, language, privacy, notifications } = profile
  const { version, updatedAt, photo, slug, cardReview, cardAt } = profile
  const person = { role, email, fullName, phone, location, roleData, language }
  return { ...person, privacy, notifications, version, updatedAt, photo, slug, cardReview, cardAt }
}
