import { openConnectionStatuses } from '@darsi/contracts/calls/users/connections-api.ts'
import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import { byTime, type Order, pageOf } from '@darsi/kit/mongo/page.ts'
import { containsText } from '../stores/contains-text.ts'
import type { ConnectionRow } from './connection-row.ts'
import type { ConnectionStore } from './connection-store.ts'

type Filters = { q?: string | undefined; id?: string | undefined; status?: string | undefined }
type Page = Filters & { sort: 'newest' | 'escalated'; limit: number; cursor?: string | undefined }

/** Requests that nobody has decided, this service's own decisions included. */
export const pendingRows = { status: 'pending' as const, 'review.shown': { $in: [null, 'pending'] } }

const orders: Record<Page['sort'], Order<ConnectionRow>> = {
  newest: byTime('requestedAt', -1),
  escalated: [
    ['pressing', 'number', -1],
    ['requestedAt', 'time', 1],
    ['_id', 'text', 1],
  ],
}

export type ConnectionQueries = ReturnType<typeof createConnectionQueries>

export function createConnectionQueries({ collection: rows }: Pick<ConnectionStore, 'collection'>) {
  /** By account or by child: a learner may have both. */
  const ofLearners = (ids: readonly string[]): Promise<ConnectionRow[]> =>
    rows.find({ $or: [{ studentId: { $in: ids } }, { childId: { $in: ids } }] }).toArray()

  return {
    ofLearners,

    page: async ({ sort, limit, cursor, ...filters }: Page) => {
      const page = await pageOf(rows, {
        filter: matching(filters),
        order: orders[sort],
        limit,
        cursor,
        name: sort,
      })
      return { ...page, pending: await rows.countDocuments(pendingRows) }
    },

    ofParty: (userId: string): Promise<ConnectionRow[]> =>
      rows.find({ $or: [{ teacherId: userId }, { studentId: userId }, { guardianIds: userId }] }).toArray(),

    idsOf: (userId: string): Promise<string[]> =>
      rows.distinct('_id', { $or: [{ teacherId: userId }, { studentId: userId }, { guardianIds: userId }] }),

    byIds: async (ids: readonly string[]): Promise<Map<string, ConnectionRow>> => {
      const found = await rows.find({ _id: { $in: ids } }).toArray()
      return new Map(found.map((row) => [row._id, row]))
    },

    /** The people in a guardian's connections, whose names the guardian reads elsewhere too. */
    peopleAround: async (guardianId: string): Promise<Set<string>> => {
      const found = await rows.find({ guardianIds: guardianId }).toArray()
      return new Set(found.flatMap((row) => [row.teacherId, row.studentId, ...row.guardianIds]))
    },

    /** The connections of these learners, by account or child, and of these guardians' children. */
    ofFamilies: (ids: readonly string[]): Promise<ConnectionRow[]> =>
      rows
        .find({
          $or: [{ studentId: { $in: ids } }, { childId: { $in: ids } }, { guardianIds: { $in: ids } }],
        })
        .toArray(),

    /** Connections in which one of these people is the teacher or a guardian. */
    ofAdults: (ids: readonly string[]): Promise<ConnectionRow[]> =>
      rows
        .find({ $or: [{ teacherId: { $in: ids } }, { guardianIds: { $in: ids } }] }, { limit: 2000 })
        .toArray(),

    openOf: async (teacherIds: readonly string[]): Promise<Map<string, number>> => {
      const filter = { teacherId: { $in: teacherIds }, status: { $in: openConnectionStatuses } }
      const open = await rows.find(filter, { projection: { teacherId: 1 } }).toArray()
      const counts = new Map<string, number>()
      for (const { teacherId } of open) counts.set(teacherId, (counts.get(teacherId) ?? 0) + 1)
      return counts
    },

    /** product.md §6: approved requests among the decided ones; only approved connections can end. */
    success: async (): Promise<{ approved: number; decided: number }> => {
      const approved = await rows.countDocuments({
        $or: [
          { status: { $in: ['approved', 'ended'] } },
          { status: 'suspended', approvedAt: { $type: 'date' } },
        ],
      })
      return { approved, decided: approved + (await rows.countDocuments({ status: 'declined' })) }
    },
  }
}

function matching({ q, id, status }: Filters): object {
  const inState =
    status === 'pending' ? pendingRows : { $or: [{ status }, { status: 'pending', 'review.shown': status }] }
  const isAny = id !== undefined || status === undefined || status === 'all'
  return {
    $and: [
      { status: { $exists: true }, ...(id !== undefined && { _id: id }) },
      ...(isAny ? [] : [inState]),
      containsText(foldLetters(q ?? ''), 'searchText'),
    ],
  }
}
