import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { CareChange, CareMoved } from './care-change.ts'

const oldestFirst = { sort: { askedAt: 1 } } as const

export function createCareChangeStore(
  database: Connection,
  outbox: Outbox,
  teachersOf: ConnectionStore['teachersOf'],
) {
  const changes = collection<CareChange & Outboxed>(database, 'carechanges', [
    { key: { childId: 1 } },
    { key: { accountId: 1 } },
    { key: { by: 1 } },
    { key: { guardianId: 1 } },
    { key: { status: 1, doneAt: 1 } },
    outboxIndex,
  ])

  return {
    collection: changes,
    teachersOf,
    lookAlikes: createLookAlikeStore(database),

    find: (_id: string) => changes.findOne({ _id }),

    /** Adds a change, or replaces one with the same id unless it asks for the same. */
    ask: async (
      change: CareChange,
      isSame: (found: CareChange) => boolean,
      eventOf: (change: CareChange) => EventInput,
    ): Promise<void> => {
      if (await inserted(outbox.insert(changes, change, eventOf(change)))) return
      const { _id, ...fields } = change
      await outbox.update(changes, _id, (found) =>
        isSame(found) ? null : { update: { $set: fields }, event: eventOf(change) },
      )
    },

    /** @returns the changed document, or null when there is none or `decide` changes nothing */
    update: (
      id: string,
      decide: (change: CareChange) => CareMoved | null,
      eventOf: (moved: CareMoved) => EventInput,
    ): Promise<CareChange | null> =>
      outbox.update(changes, id, (found) => {
        const moved = decide(found)
        return moved && { update: { $set: fieldsOf(moved.changed) }, event: eventOf(moved) }
      }),

    ofChildren: (childIds: readonly string[]) =>
      changes.find({ childId: { $in: childIds }, status: 'waiting' }, oldestFirst).toArray(),

    /** Waiting changes, and decided ones that are not applied yet. */
    open: () =>
      changes
        .find({ $or: [{ status: 'waiting' }, { status: 'applied', doneAt: null }] }, oldestFirst)
        .toArray(),

    markDone: async (_id: string, at: Date): Promise<void> => {
      await changes.updateOne({ _id, status: 'applied' }, { $set: { doneAt: at, fields: null } })
    },

    /** Keeps the ids of an erased account's changes and no text. */
    erase: async (userId: string): Promise<void> => {
      const noted = {
        ...{ note: { $ne: '' } },
        $or: [{ accountId: userId }, { by: userId }, { guardianId: userId }],
      }
      await changes.updateMany(noted, { $set: { note: '' }, $inc: { v: 1 } })
    },
  }
}

export type CareChangeStore = ReturnType<typeof createCareChangeStore>

function fieldsOf({ status, agreedBy, admin, decidedAt, fields, note }: CareChange) {
  return { status, agreedBy, admin, decidedAt, fields, note }
}

/**
 * Two accounts that may be one person's, as the admin service found. A pair stays when an administrator dismisses it, and
 * when a changed telephone or name ends the likeness: such a change must not make two people of one.
 */
type LookAlikes = { _id: string; users: string[] }

function createLookAlikeStore(database: Connection) {
  const pairs = collection<LookAlikes>(database, 'lookalikes', [{ key: { users: 1 } }])

  return {
    collection: pairs,

    add: async (_id: string, users: readonly string[]): Promise<void> => {
      await pairs.updateOne({ _id }, { $set: { users: [...users] } }, { upsert: true })
    },

    /** True if this person and one of the others may be one. */
    hasPair: async (userId: string, others: readonly string[]): Promise<boolean> => {
      const found = await pairs.find({ users: userId }).toArray()
      return found.some(({ users }) => users.some((id) => id !== userId && others.includes(id)))
    },

    erase: async (userId: string): Promise<void> => {
      await pairs.deleteMany({ users: userId })
    },
  }
}
