import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Profile } from './profile.ts'

export type ProfileQueries = ReturnType<typeof createProfileQueries>

/** Reads of profiles; erased accounts are hidden. */
export function createProfileQueries(profiles: Collection<ProfileDocument>) {
  const ofPerson = async (userId: string): Promise<string[]> => {
    const own = await profiles.findOne({ _id: userId })
    const known = [...(own?.formerIds ?? []), userId]
    const later = await profiles.find({ formerIds: { $in: known } }).toArray()
    const before = later.flatMap(({ formerIds = [] }) => formerIds.filter((id) => id !== userId))
    return [...new Set([...before, ...known, ...later.map(({ _id }) => _id)])]
  }

  return {
    find: async (userId: string): Promise<ProfileDocument | null> => {
      // almost every call does this: MongoDB's shortest read is the one by id alone
      const profile = await profiles.findOne({ _id: userId })
      return profile?.erasedAt ? null : profile
    },

    /** By id, in the order of these ids: the database has an order of its own. */
    findAll: async (userIds: readonly string[]): Promise<Map<string, Profile>> => {
      const found = await profiles.find({ _id: { $in: [...new Set(userIds)] } }).toArray()
      const byId = new Map(found.map((profile) => [profile._id, profile]))
      const kept = userIds.flatMap((id) => byId.get(id) ?? []).filter(({ erasedAt }) => !erasedAt)
      return new Map(kept.map((profile) => [profile._id, profile]))
    },

    /** All accounts of a person, earlier ones first. */
    ofPerson,

    /** All accounts of these people, and the ids of children without one. */
    ofPeople: async (ids: readonly string[]): Promise<string[]> => [
      ...new Set((await Promise.all(ids.map(ofPerson))).flat()),
    ],

    /** Those of the accounts that have a tombstone; an account whose first event is late has none. */
    erasedAmong: async (userIds: readonly string[]): Promise<string[]> => {
      const filter = { _id: { $in: [...userIds] }, erasedAt: { $type: 'date' as const } }
      return (await profiles.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
    },
  }
}

/** `src.auth` is the sequence of auth's last event; of an erased account only the id and the times are left. */
export type ProfileDocument = Profile &
  Outboxed & {
    src: Record<string, number>
    erasedAt: Date | null
    formerIds?: string[]
  }
