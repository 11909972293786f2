import { afterGuardianLeft } from '@darsi/contracts/events/after-guardian-left.ts'
import type { ConnectionEventType, DarsiEvent } from '@darsi/contracts/events/events.ts'
import { keysOf } from '@darsi/contracts/reference/choices.ts'
import { sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { project, setNewer } from '@darsi/kit/events/projection.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import type { ConnectionRow, Named, PersonRow } from './party.ts'

export type PartyCollections = { connections: Collection<ConnectionRow>; people: Collection<PersonRow> }

export function partyCollections(database: Database): PartyCollections {
  return {
    connections: collection<ConnectionRow>(database, 'connections', [
      { key: { partyIds: 1 } },
      { key: { childId: 1 } },
    ]),
    people: collection<PersonRow>(database, 'people'),
  }
}

export type ConnectionEvent = DarsiEvent<ConnectionEventType>
type AccountEvent = DarsiEvent<
  'user.registered' | 'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.reopened'
>

export type PartyStore = ReturnType<typeof createPartyStore>

/** Read models of connections and their people, kept from the events of users, auth and admin. */
export function createPartyStore(collections: PartyCollections) {
  const { people } = collections

  return {
    /** @returns the connection as it is now, which may be newer than the event */
    applyConnection: async (event: ConnectionEvent): Promise<ConnectionRow | null> => {
      // the names first: an event of a lesson that is booked in between names the new parties
      await nameParties(collections, event)
      await projectConnection(collections, event)
      return collections.connections.findOne({ _id: event.data.connectionId })
    },

    rename: ({ data, personal: { fullName, email }, time }: DarsiEvent<'user.profile-changed'>) =>
      setNewer(people, data.userId, { fullName, email }, { field: 'namedAt', at: new Date(time) }),
    setLanguage: ({ data: { userId, language }, time }: DarsiEvent<'user.preferences-changed'>) =>
      setNewer(people, userId, { language }, { field: 'languageAt', at: new Date(time) }),

    /** Two event types set the visibility, so it has a sequence of its own. */
    setVisible: (
      event: DarsiEvent<'user.profile-changed' | 'user.preferences-changed'>,
      profileVisible: boolean,
    ) => {
      const types = event.type === 'user.profile-changed' ? event.data.sessionTypes : undefined
      const $set = { profileVisible, ...(types && { sessionTypes: types }) }
      return project(people, event.data.userId, event, { $set }, { part: 'profile' })
    },
    setAccount: (event: AccountEvent, status: AccountStatus) => {
      const { userId, role } = event.data
      const own = event.type === 'user.registered' ? { firstStatus: status, ...typesOf(event) } : { status }
      return project(people, userId, event, { $set: { role, ...own } })
    },

    /** @returns the connections that former guardians of the child left, as they are now */
    leaveChild: async (event: DarsiEvent<'guardian.left'>): Promise<ConnectionRow[]> => {
      const { connections } = collections
      const left: string[] = []
      for (const row of await connections.find({ childId: event.data.childId }).toArray()) {
        const $set = afterGuardianLeft(row, event.data)
        if (!$set) continue
        await project(connections, row._id, event, { $set }, { upsert: false, part: 'guardians' })
        left.push(row._id)
      }
      return connections.find({ _id: { $in: left } }).toArray()
    },

    erase: async (userId: string, at: Date): Promise<void> => {
      await people.replaceOne({ _id: userId }, { erasedAt: at }, { upsert: true })
      await leaveConnections(collections, userId)
    },
  }
}

/** The form has no session types: only demo accounts are registered with them. */
function typesOf({ personal }: DarsiEvent<'user.registered'>): Pick<PersonRow, 'firstSessionTypes'> {
  const chosen = personal.roleData['sessionTypes']
  const types = keysOf(sessionTypes).filter((type) => Array.isArray(chosen) && chosen.includes(type))
  return types.length > 0 ? { firstSessionTypes: types } : {}
}

async function projectConnection(
  { connections, people }: PartyCollections,
  event: ConnectionEvent,
): Promise<void> {
  const { data, personal } = event
  const { connectionId, status, teacherId, guardianIds, requesterId, subject, minor, learnerBirthYear } = data
  const {
    studentId = null,
    childId = null,
    learnerLevel = null,
    videoWithdrawn = false,
    blockedBy = [],
  } = data
  const partyIds = partyIdsOf(data)
  const erased = await people.find({ _id: { $in: guardianIds }, erasedAt: { $ne: null } }).toArray()
  // a late event must not bring back the name of a child whose guardians were all erased
  const studentName = studentId || erased.length === guardianIds.length ? '' : personal.student.fullName
  const row = {
    ...{ status, teacherId, studentId, childId, guardianIds, partyIds, requesterId, subject, minor },
    ...{ learnerBirthYear, learnerLevel, videoWithdrawn, blockedBy, studentName },
  }
  await project(connections, connectionId, event, { $set: row })
}

async function nameParties({ people }: PartyCollections, event: ConnectionEvent): Promise<void> {
  const { data, personal } = event
  const named: [string, Partial<Named>][] = [
    [data.teacherId, personal.teacher],
    ...(data.studentId ? [[data.studentId, personal.student] as [string, Partial<Named>]] : []),
    ...personal.guardians.map(({ userId, ...guardian }): [string, Partial<Named>] => [userId, guardian]),
  ]
  const newer = { field: 'namedAt', at: new Date(event.time), upsert: true } as const
  for (const [userId, names] of named) await setNewer(people, userId, names, newer)
}

async function leaveConnections({ connections }: PartyCollections, userId: string): Promise<void> {
  for (const { _id, guardianIds, partyIds, blockedBy } of await connections
    .find({ partyIds: userId })
    .toArray()) {
    const others = guardianIds.filter((id) => id !== userId)
    const $set = {
      guardianIds: others,
      partyIds: partyIds.filter((id) => id !== userId),
      blockedBy: blockedBy.filter((id) => id !== userId),
      ...(others.length === 0 && { studentName: '' }),
    }
    await connections.updateOne({ _id }, { $set })
  }
}
