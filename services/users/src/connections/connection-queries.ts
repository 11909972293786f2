import {
  closedConnectionStatuses,
  openConnectionStatuses,
} from '@darsi/contracts/calls/users/connections-api.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from './connection.ts'

type Box = 'sent' | 'received'
type Page = { status?: Connection['status'] | undefined; limit: number; cursor?: string | undefined }

const newestFirst = byTime('requestedAt', -1)

type HeldWithin = { since: Date; until: Date; except?: string }

type Pair = Pick<Connection, 'teacherId' | 'childId' | 'studentId'>

const ofPair = ({ teacherId, childId, studentId }: Pair) => ({
  teacherId,
  $or: [...(childId ? [{ childId }] : []), ...(studentId ? [{ studentId }] : [])],
})

/** Reads of connections; erased ones are hidden. */
export function createConnectionQueries(connections: Collection<ConnectionDocument>) {
  const many = (filter: object) => connections.find({ ...filter, erasedAt: null }).toArray()
  const open = { status: { $in: openConnectionStatuses }, erasedAt: null }

  return {
    find: (_id: string) => connections.findOne({ _id, erasedAt: null }),
    /** Also one that is hidden because a side closed the account. */
    findHiddenToo: (_id: string) => connections.findOne({ _id }),

    byIds: (ids: readonly string[]) => many({ _id: { $in: ids } }),

    page: (userId: string, box: Box, { status, limit, cursor }: Page) => {
      const side = box === 'received' ? { teacherId: userId } : { learnerSide: userId }
      const filter = { ...side, erasedAt: null, ...(status && { status }) }
      return pageOf(connections, { filter, order: newestFirst, limit, cursor })
    },

    /** Number of requests that this person has to answer. */
    waitingFor: (userId: string, role: 'teacher' | 'parent' | 'student'): Promise<number> => {
      const waiting = {
        teacher: { teacherId: userId, 'needs.teacher': 'waiting' },
        // guardians are on the learner's side, by which there is an index
        parent: { learnerSide: userId, guardianIds: userId, 'needs.guardian': 'waiting' },
        student: { learnerSide: userId },
      }
      return connections.countDocuments({ ...waiting[role], status: 'pending', erasedAt: null })
    },

    /** Number of a teacher's places in use: every open connection to which the teacher agreed. */
    taughtBy: (teacherId: string): Promise<number> =>
      connections.countDocuments({ ...open, teacherId, 'needs.teacher': 'agreed' }),
    /** An administrator agreed to a connection of this learner. */
    wasReviewed: async (studentId: string): Promise<boolean> =>
      (await connections.countDocuments({ learnerSide: studentId, studentId, 'needs.admin': 'agreed' })) > 0,
    pendingOf: (requesterId: string): Promise<number> =>
      connections.countDocuments({ learnerSide: requesterId, requesterId, status: 'pending' }),

    /** Whether the person's own request was held for contact details in that time. */
    hasHeldRequest: async (by: string, { since, until, except = '' }: HeldWithin): Promise<boolean> => {
      const held = {
        learnerSide: by,
        requesterId: by,
        minor: true,
        studentId: by,
        flags: { $all: ['contact-details' as const] },
      }
      const filter = { ...held, requestedAt: { $gte: since, $lte: until }, _id: { $ne: except } }
      return (await connections.countDocuments(filter, { limit: 1 })) > 0
    },

    openOfChildren: (childIds: readonly string[]) => many({ ...open, childId: { $in: childIds } }),
    openOfParty: (userId: string) => many({ ...open, $or: [{ teacherId: userId }, { learnerSide: userId }] }),
    teachersOf: async (learner: { accountId: string | null; childId: string | null }): Promise<string[]> => {
      const ids = Object.values(learner).filter((id) => id !== null)
      const found = await many({ ...open, $or: [{ childId: { $in: ids } }, { learnerSide: { $in: ids } }] })
      return found.map(({ teacherId }) => teacherId)
    },
    /** Open and closed ones. */
    ofChild: (childId: string) => many({ childId }),

    /** Connections of which one of the ids is the connection, the learner or a guardian. */
    involving: (ids: readonly string[]) =>
      many({ $or: [{ _id: { $in: ids } }, { childId: { $in: ids } }, { learnerSide: { $in: ids } }] }),

    /** A paused connection of the same teacher and learner: it keeps the two from connecting again. */
    findPausedPair: (pair: Pair) => connections.findOne({ ...ofPair(pair), pause: { $type: 'object' } }),
    /** Open and closed connections of the teacher with one of these people. */
    withFamily: (teacherId: string, family: readonly string[]) => {
      const known = { $in: [...family] }
      return many({ teacherId, $or: [{ childId: known }, { learnerSide: known }] })
    },
    openOfPair: (pair: Pair) => many({ ...open, ...ofPair(pair) }),

    /** Closed connections for which no decision on a pause is outstanding, in the order of their ids. */
    closedBefore: (before: Date, { after, limit }: { after: string; limit: number }) => {
      const closed = { status: { $in: closedConnectionStatuses }, decidedAt: { $lte: before }, pause: null }
      return connections
        .find({ ...closed, outboxAt: null, _id: { $gt: after } }, { sort: { _id: 1 }, limit })
        .toArray()
    },

    /** Ids of connections that need a reminder or expire, the most overdue first. */
    due: async (now: Date, limit = 200): Promise<string[]> => {
      const options = { sort: { dueAt: 1 }, limit } as const
      const found = await connections.find({ dueAt: { $lte: now } }, options).toArray()
      return found.map(({ _id }) => _id)
    },

    idsOfParty: (userId: string): AsyncIterable<Pick<ConnectionDocument, '_id'>> =>
      connections.find({ $or: [{ teacherId: userId }, { learnerSide: userId }] }, { projection: { _id: 1 } }),
  }
}

export type ConnectionDocument = Connection &
  Outboxed & {
    /** When the sweeper next has to change it. */
    dueAt: Date
    /** Learner and guardians, for their list; one of them is the requester. */
    learnerSide: string[]
    erasedAt: Date | null
  }
