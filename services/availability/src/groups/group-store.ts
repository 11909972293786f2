import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { ClaimStore } from '../hours/claim-store.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { Group, GroupMoved } from './group.ts'

export type GroupDocument = Group & Outboxed
export type Groups = Collection<GroupDocument>

export const groupCollection = (database: Database): Groups =>
  collection<GroupDocument>(database, 'groups', [
    { key: { teacherId: 1, startsAt: 1 } },
    { key: { dueAt: 1 } },
    { key: { closingAt: 1 }, sparse: true },
    outboxIndex,
  ])

type Parts = {
  groups: Groups
  claims: Pick<ClaimStore, 'releaseLesson'>
  parties: Pick<PartyQueries, 'named'>
  outbox: Outbox
  now: () => Date
}
export type GroupStore = ReturnType<typeof createGroupStore>

export function createGroupStore({ groups, claims, parties, outbox, now }: Parts) {
  const personal = async ({ teacherId }: Pick<Group, 'teacherId'>) => {
    const teacher = await parties.named(teacherId)
    return teacher ? { teacher } : {}
  }

  return {
    /** Inserts what is not there yet: several processes may carry out one booking. */
    insert: async (group: Group): Promise<void> => {
      const data = dataOf(group, group.offeredAt)
      const event = { type: 'group.offered' as const, data, personal: await personal(group) }
      await inserted(outbox.insert(groups, group, event))
    },

    /** @returns the group as it is now, or null when `decide` changes nothing */
    update: async (
      group: Pick<Group, '_id' | 'teacherId'>,
      decide: (group: GroupDocument, at: Date) => GroupMoved | null,
    ): Promise<GroupDocument | null> => {
      const people = await personal(group)
      const at = now()
      return outbox.update(groups, group._id, (current) => {
        const moved = decide(current, at)
        if (!moved) return null
        const data = dataOf(current, at)
        const { happened, changes } = moved
        const event =
          happened.type === 'group.short'
            ? { type: happened.type, data: { ...data, taken: happened.taken }, personal: people }
            : { type: happened.type, data: { ...data, cause: happened.cause }, personal: people }
        return { update: { $set: changes }, event }
      })
    },

    /** The next step of the clock, without an event. */
    plan: async ({ _id, v }: GroupDocument, { dueAt = null, dueStep = null }: Partial<Group>) => {
      await groups.updateOne({ _id, v }, { $set: { dueAt, dueStep } })
    },

    /** All seats of a cancelled group are cancelled: its hours are free again. */
    close: async (_id: string): Promise<void> => {
      await claims.releaseLesson(_id)
      await groups.updateOne({ _id }, { $unset: { closingAt: 1 } })
    },

    /** Of a teacher; a learner's seats are lessons. */
    erase: async (teacherId: string): Promise<void> => {
      await groups.updateMany({ teacherId }, { $set: { topic: '', place: '', meetingLink: '' } })
    },
  }
}

function dataOf(group: Group, at: Date) {
  const { _id: groupId, teacherId, subject, level, audience, startsAt, endsAt, type, price, capacity } = group
  return {
    ...{ groupId, teacherId, subject, level, audience, type, price, capacity },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    at: at.toISOString(),
  }
}
