import { afterGuardianLeft } from '@darsi/contracts/events/after-guardian-left.ts'
import type { ConnectionEventType, DarsiEvent } from '@darsi/contracts/events/events.ts'
import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import { type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project, setNewer } from '@darsi/kit/events/projection.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import { type ConnectionRow, type Party, type PersonRow, partyOf } from './party.ts'

type PartyCollections = { connections: Collection<ConnectionRow>; people: Collection<PersonRow> }
/** An erased account. */
type Tombstone = Outboxed & { erasedAt: Date }
export type ConnectionEvent = DarsiEvent<ConnectionEventType>
export type PartyStore = ReturnType<typeof createPartyStore>

export function partyCollections(
  database: Database,
): PartyCollections & { tombstones: Collection<Tombstone> } {
  return {
    connections: collection<ConnectionRow>(database, 'connections', [
      { key: { partyIds: 1 } },
      { key: { everIds: 1 } },
      { key: { childId: 1 } },
    ]),
    people: collection<PersonRow>(database, 'people'),
    tombstones: collection<Tombstone>(database, 'erasures', [outboxIndex]),
  }
}

/** Read models of connections and their people, kept from the events of users and admin. */
export function createPartyStore(collections: PartyCollections) {
  const { connections, people } = collections

  return {
    /** Null until an event of the connection arrived. */
    of: async (connectionId: string): Promise<Party | null> => {
      const row = await connections.findOne({ _id: connectionId })
      if (!row) return null
      // not by `partyIds`: an erased account is no longer a party, and its tombstone ends the lesson
      const userIds = [row.teacherId, ...(row.studentId ? [row.studentId] : []), ...row.guardianIds]
      return partyOf(row, await people.find({ _id: { $in: userIds } }).toArray())
    },
    connectionIdsOf: async (userId: string): Promise<string[]> =>
      (await connections.find({ partyIds: userId }).toArray()).map(({ _id }) => _id),
    /** Also those that the account has left; none after `forget`. */
    everConnectionIdsOf: async (userId: string): Promise<string[]> =>
      (await connections.find({ everIds: userId }).toArray()).map(({ _id }) => _id),
    everIdsOf: async (connectionId: string): Promise<string[]> =>
      (await connections.findOne({ _id: connectionId }))?.everIds ?? [],

    applyConnection: async (event: ConnectionEvent): Promise<void> => {
      const { data, personal } = event
      await projectConnection(collections, event)
      const newer = { field: 'namedAt', at: new Date(event.time), upsert: true } as const
      const name = (userId: string, { fullName }: { fullName: string }) =>
        setNewer(people, userId, { fullName }, newer)
      await name(data.teacherId, personal.teacher)
      if (data.studentId) await name(data.studentId, personal.student)
      for (const guardian of personal.guardians) await name(guardian.userId, guardian)
    },
    /** @returns the ids of the connections that former guardians of the child left */
    leaveChild: async (event: DarsiEvent<'guardian.left'>): Promise<string[]> => {
      const left: string[] = []
      for (const row of await connections.find({ childId: event.data.childId }).toArray()) {
        const $set = afterGuardianLeft(row, event.data)
        if (!$set) continue
        const change = { $set, $addToSet: { everIds: { $each: $set.partyIds } } }
        await project(connections, row._id, event, change, { upsert: false, part: 'guardians' })
        left.push(row._id)
      }
      return left
    },
    rename: ({ data, personal: { fullName }, time }: DarsiEvent<'user.profile-changed'>) =>
      setNewer(people, data.userId, { fullName }, { field: 'namedAt', at: new Date(time) }),
    setSuspended: (
      event: DarsiEvent<'user.suspended' | 'user.reinstated' | 'user.reopened' | 'user.approved'>,
    ) =>
      project(people, event.data.userId, event, { $set: { isSuspended: event.type === 'user.suspended' } }),

    erase: async (userId: string, at: Date): Promise<void> => {
      await people.replaceOne({ _id: userId }, { erasedAt: at }, { upsert: true })
      const own = { everIds: userId }
      await connections.updateMany(own, { $pull: { guardianIds: userId, partyIds: userId } })
      const unguarded = { ...own, guardianIds: { $size: 0 } }
      await connections.updateMany(unguarded, { $set: { studentName: '' } })
    },
    /** The last step of an erasure: until then a repetition has to find the connections again. */
    forget: async (userId: string): Promise<void> => {
      await connections.updateMany({ everIds: userId }, { $pull: { everIds: userId } })
    },
  }
}

async function projectConnection(
  { connections, people }: PartyCollections,
  event: ConnectionEvent,
): Promise<void> {
  const { data, personal } = event
  const { connectionId, status, teacherId, guardianIds, minor, learnerBirthYear } = data
  const { studentId = null, childId = null, videoWithdrawn = false } = data
  const parties = partyIdsOf(data)
  const gone = await people.find({ _id: { $in: parties }, erasedAt: { $ne: null } }).toArray()
  const isErased = (userId: string) => gone.some(({ _id }) => _id === userId)
  const partyIds = parties.filter((userId) => !isErased(userId))
  const row = {
    ...{ status, teacherId, studentId, childId, minor, learnerBirthYear, videoWithdrawn },
    // a late event must not restore an erased person, nor the name of a child whose guardians are all erased
    guardianIds: guardianIds.filter((userId) => !isErased(userId)),
    partyIds,
    studentName: studentId || guardianIds.every(isErased) ? '' : personal.student.fullName,
  }
  await project(connections, connectionId, event, {
    $set: row,
    $addToSet: { everIds: { $each: partyIds } },
  })
}
