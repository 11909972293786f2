import { isJudged } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { noReaders, type Readers } from '@darsi/kit/http/text-gate.ts'
import {
  type ConnectionRow,
  isApprovedTeacher,
  isErasedLearner,
  isListed,
  type Named,
  namedOf,
  type Parties,
  type PartyRows,
  type PersonRow,
  partiesOf,
} from './party.ts'
import type { PartyCollections } from './party-store.ts'

export type PartyQueries = ReturnType<typeof createPartyQueries>

export function createPartyQueries({ connections, people }: PartyCollections) {
  const peopleOf = async (ids: readonly string[]): Promise<Map<string, PersonRow>> => {
    const rows = await people.find({ _id: { $in: [...ids] } }).toArray()
    return new Map(rows.map((row) => [row._id, row]))
  }
  const connectionsOf = async (ids: readonly string[]): Promise<Map<string, ConnectionRow>> => {
    const rows = await connections.find({ _id: { $in: [...ids] } }).toArray()
    return new Map(rows.map((row) => [row._id, row]))
  }
  const connection = (_id: string): Promise<ConnectionRow | null> => connections.findOne({ _id })

  return {
    connection,
    peopleOf,

    /** The approved connections of a learner or guardian, or with one teacher. */
    openOf: (userId: string, teacherId?: string): Promise<ConnectionRow[]> =>
      connections
        .find({ partyIds: userId, status: 'approved', ...(teacherId && { teacherId }) }, { limit: 200 })
        .toArray(),

    /** The person's connections in which no words arrive. */
    silentOf: async (userId: string): Promise<string[]> => {
      const silent = [{ status: 'suspended' as const }, { 'blockedBy.0': { $exists: true } }]
      const rows = await connections.find({ partyIds: userId, $or: silent }).toArray()
      return rows.map(({ _id }) => _id)
    },

    /** Null without an address, or once erased. */
    named: async (userId: string): Promise<Named | null> =>
      namedOf((await peopleOf([userId])).get(userId)) ?? null,
    isApprovedTeacher: async (userId: string): Promise<boolean> =>
      isApprovedTeacher((await peopleOf([userId])).get(userId)),

    /** The connection with everybody whom its events name. */
    of: async (connectionId: string): Promise<Parties | null> => {
      const row = await connection(connectionId)
      return row ? partiesOf(row, await peopleOf(row.partyIds)) : null
    },

    isLearnerErased: async (row: ConnectionRow): Promise<boolean> =>
      isErasedLearner(row, await peopleOf(row.partyIds)),

    /** Two reads, however long the list is. @param userIds further people to load */
    rowsOf: async (
      list: readonly { connectionId: string }[],
      userIds: readonly string[] = [],
    ): Promise<PartyRows> => {
      const rows = await connectionsOf([...new Set(list.map(({ connectionId }) => connectionId))])
      const partyIds = [...rows.values()].flatMap((row) => row.partyIds)
      return { connections: rows, people: await peopleOf([...new Set([...userIds, ...partyIds])]) }
    },

    /** Everybody may see a teacher who is listed; a teacher's own learners always may. */
    isVisibleTo: async (teacherId: string, userId: string): Promise<boolean> => {
      if (userId === teacherId || isListed(await people.findOne({ _id: teacherId }))) return true
      return (await connections.findOne({ partyIds: userId, teacherId, status: 'approved' })) !== null
    },

    isSuspended: async (userIds: readonly string[]): Promise<boolean> => {
      const rows = await peopleOf(userIds)
      return [...rows.values()].some(({ status, erasedAt }) => status === 'suspended' || erasedAt)
    },

    /** Who reads what this party writes. */
    readersOf: async (connectionId: string, userId: string): Promise<Readers> => {
      const row = await connection(connectionId)
      if (!row?.partyIds.includes(userId)) return noReaders
      // the users service alone knows the texts before: it judges this one with them when its event arrives
      return { lastTexts: isJudged(row, userId) ? async () => [] : null, isBlocked: row.blockedBy.length > 0 }
    },
  }
}
