import type { EventInput } from '@darsi/contracts/events.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import type { Preferences } from '@darsi/contracts/users-api.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { leaveTombstone } from '@darsi/kit/tombstone.ts'
import { type Connection, type Model, Schema } from 'mongoose'
import { type Profile, preferencesChanged, preferencesOf, profileChanged } from './profile.ts'

/** `src.auth` is the last event of auth that counted; an erased account keeps nothing but its id. */
type ProfileDocument = Profile & Outboxed & { src: Record<string, number>; erasedAt: Date | null }

export function profileModel(connection: Connection): Model<ProfileDocument> {
  // strict shapes are the contracts' work: nothing reaches this schema that was not parsed
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      role: String,
      status: String,
      email: String,
      fullName: String,
      phone: String,
      location: Object,
      roleData: Object,
      language: String,
      privacy: Object,
      notifications: Object,
      version: Number,
      createdAt: Date,
      updatedAt: Date,
      ...outboxFields,
      ...projectionFields,
    },
    { minimize: false, versionKey: false },
  )
  indexOutbox(schema)
  return connection.model<ProfileDocument>('profile', schema)
}

/** `source`: the sequence of auth's event that asked for it. */
type Decided = { changed: Profile; event: EventInput; source?: number }

export type ProfileStore = ReturnType<typeof createProfileStore>

export function createProfileStore(model: Model<ProfileDocument>, outbox: Outbox) {
  const alive = (profile: ProfileDocument | null) => (profile?.erasedAt ? null : profile)
  const find = async (userId: string): Promise<ProfileDocument | null> =>
    alive(await model.findById(userId).lean<ProfileDocument>())

  /** @returns the new profile, the unchanged one when `decide` answers null, or null when there is none */
  const update = async (
    userId: string,
    decide: (profile: ProfileDocument) => Decided | null,
  ): Promise<Profile | null> => {
    const updated = await outbox.update(model, userId, (document) => {
      const decision = alive(document) && decide(document)
      if (!decision) return null
      return {
        update: {
          $set: {
            ...fieldsOf(decision.changed),
            ...(decision.source && { 'src.auth': decision.source }),
          },
        },
        event: decision.event,
      }
    })
    return updated ?? find(userId)
  }

  return {
    find,

    /** Once: a repeated event finds the profile, or the tombstone, and changes nothing. */
    create: async (profile: Profile, sequence: number): Promise<void> => {
      const document = { ...profile, src: { auth: sequence }, erasedAt: null }
      await inserted(outbox.insert(model, document, profileChanged(profile)))
    },

    changeProfile: (userId: string, change: (profile: Profile) => Profile) =>
      update(userId, (profile) => {
        const changed = change(profile)
        return { changed, event: profileChanged(changed) }
      }),

    /** By a guardian; the owner may not any more. */
    correctBirthYear: (userId: string, birthYear: number, at: Date) =>
      update(userId, (profile) => {
        if (profile.roleData['birthYear'] === birthYear) return null
        const roleData = { ...profile.roleData, birthYear }
        const changed = { ...profile, roleData, version: profile.version + 1, updatedAt: at }
        return { changed, event: profileChanged(changed) }
      }),

    changePreferences: (userId: string, preferences: Preferences) =>
      update(userId, (profile) => {
        const changed = { ...profile, ...preferences }
        if (same(preferencesOf(profile), preferencesOf(changed))) return null
        return { changed, event: preferencesChanged(changed) }
      }),

    /** @throws Error when there is no profile yet: the event then waits in the dead-letter topic for it */
    changeEmail: async (userId: string, email: string, sequence: number): Promise<void> => {
      const changed = await update(userId, (profile) => {
        if ((profile.src['auth'] ?? 0) >= sequence) return null
        const changed = { ...profile, email }
        return { changed, event: profileChanged(changed), source: sequence }
      })
      if (!changed && !(await model.exists({ _id: userId }))) throw new Error(`no profile of ${userId} yet`)
    },

    /** @throws Error when there is no profile yet: the event then waits in the dead-letter topic for it */
    setStatus: async (
      userId: string,
      status: AccountStatus,
      event: { producer: string; sequence: number },
    ): Promise<void> => {
      // `as`: a mongoose model is the driver's collection to a projection
      await project(model as never, userId, event, { $set: { status } }, { upsert: false })
      if (!(await model.exists({ _id: userId }))) throw new Error(`no profile of ${userId} yet`)
    },

    /** From here on nothing new rests on an account that is being erased. */
    close: async (userId: string): Promise<void> => {
      await model.collection.updateOne({ _id: userId } as never, { $set: { status: 'suspended' } } as never)
    },

    /** Those of the accounts that are there and not erased, by id. */
    findAll: async (userIds: readonly string[]): Promise<Map<string, Profile>> => {
      const found = await model.collection
        .find({ _id: { $in: [...new Set(userIds)] }, erasedAt: null } as never)
        .toArray()
      // `as`: the schema above
      return new Map((found as unknown as Profile[]).map((profile) => [profile._id, profile]))
    },

    /** The next ones of a role behind an id, in the order of their ids; erased ones have no role. */
    idsOf: async (role: Role, after: string, limit = 500): Promise<string[]> => {
      const options = { sort: { _id: 1 }, limit, projection: { _id: 1 } } as const
      const found = await model.collection.find({ _id: { $gt: after }, role } as never, options).toArray()
      return found.map(({ _id }) => String(_id))
    },

    erase: (userId: string, at: Date): Promise<void> =>
      leaveTombstone(outbox, model, {
        userId,
        service: 'users',
        at,
        kept: (profile) => ({ src: profile?.src ?? {} }),
      }),
  }
}

function fieldsOf(profile: Profile) {
  const { role, email, fullName, phone, location, roleData, language, privacy, notifications } = profile
  const { version, updatedAt } = profile
  return {
    role,
    email,
    fullName,
    phone,
    location,
    roleData,
    language,
    privacy,
    notifications,
    version,
    updatedAt,
  }
}

function same(a: Preferences, b: Preferences): boolean {
  return (
    a.language === b.language &&
    a.privacy.profileVisible === b.privacy.profileVisible &&
    a.privacy.contactVisible === b.privacy.contactVisible &&
    a.notifications.email === b.notifications.email &&
    a.notifications.sms === b.notifications.sms &&
    a.notifications.push === b.notifications.push
  )
}
