import { foldLetters } from '@darsi/contracts/fold-text.ts'
import { indexOutbox, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'
import { beyond, holding, pageOf } from '../page-of.ts'
import { type ConnectionEvent, type ConnectionRow, momentOf, rowOf } from './connection-row.ts'

type Page = {
  q?: string | undefined
  status?: string | undefined
  sort: 'newest' | 'escalated'
  limit: number
  cursor?: string | undefined
}

/** Undecided by anybody, this service's own decision included. */
export const pendingRows = { status: 'pending', 'review.shown': { $in: [null, 'pending'] } }

export function connectionStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      status: String,
      teacherId: String,
      teacherName: String,
      studentId: String,
      childId: String,
      studentName: String,
      guardianIds: { type: [String], default: undefined },
      subject: String,
      message: String,
      note: String,
      minor: Boolean,
      flags: { type: [String], default: undefined },
      needs: Object,
      searchText: String,
      pressing: Number,
      requestedAt: Date,
      decidedAt: Date,
      adminReviewedAt: Date,
      approvedAt: Date,
      declinedAt: Date,
      review: Object,
      ...projectionFields,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ requestedAt: -1, _id: -1 })
  schema.index({ pressing: -1, requestedAt: 1, _id: 1 })
  schema.index({ status: 1, requestedAt: -1 })
  schema.index({ teacherId: 1 })
  schema.index({ studentId: 1 })
  schema.index({ childId: 1 })
  schema.index({ approvedAt: 1 }, { sparse: true })
  schema.index({ declinedAt: 1 }, { sparse: true })
  indexOutbox(schema)
  const model = connection.model<ConnectionRow>('connection', schema)
  const { collection } = model
  // `as`: the driver's filter type knows no plain object
  const count = (filter: object) => collection.countDocuments(filter as never)
  const many = async (filter: object, options: object): Promise<ConnectionRow[]> =>
    // `as`: the schema above
    (await collection.find(filter as never, options).toArray()) as unknown as ConnectionRow[]

  /** By account or by child: one that has both is known by either. */
  const ofLearners = (ids: readonly string[]) =>
    many({ $or: [{ studentId: { $in: ids } }, { childId: { $in: ids } }] }, {})

  return {
    model,
    project: (event: ConnectionEvent, isErasing: boolean) =>
      project(model as never, event.subject, event, {
        $set: { ...rowOf(event, isErasing), ...momentOf(event) },
      }),

    page: async ({ sort, limit, cursor, ...filters }: Page) => {
      const filter = matching(filters)
      const page = await pageOf<ConnectionRow>(collection, {
        filter,
        behind: behind(cursor, sort),
        sort: sort === 'newest' ? { requestedAt: -1, _id: -1 } : { pressing: -1, requestedAt: 1, _id: 1 },
        limit,
        cursorOf: (last) => [sort, last.pressing, last.requestedAt.getTime(), last._id].join('_'),
      })
      return { ...page, pending: await count(pendingRows) }
    },

    byIds: async (ids: readonly string[]): Promise<Map<string, ConnectionRow>> =>
      new Map((await many({ _id: { $in: ids } }, {})).map((row) => [row._id, row])),

    ofLearners,

    /** Who guards a learner, as its connections tell. */
    guardiansOf: async (learnerId: string): Promise<string[]> => {
      const rows = await ofLearners([learnerId])
      return [...new Set(rows.flatMap(({ guardianIds }) => guardianIds))]
    },

    openOf: async (teacherIds: readonly string[]): Promise<Map<string, number>> => {
      const filter = { teacherId: { $in: teacherIds }, status: { $in: ['pending', 'approved'] } }
      const open = await many(filter, { projection: { teacherId: 1 } })
      const counts = new Map<string, number>()
      for (const { teacherId } of open) counts.set(teacherId, (counts.get(teacherId) ?? 0) + 1)
      return counts
    },

    /** product.md §6: approved of those that were decided; only an approved one ends. */
    success: async (): Promise<{ approved: number; decided: number }> => {
      const approved = await count({ status: { $in: ['approved', 'ended'] } })
      return { approved, decided: approved + (await count({ status: 'declined' })) }
    },

    /** Nothing that a person wrote or is called stays. */
    erase: async (userId: string): Promise<void> => {
      const filter = { $or: [{ teacherId: userId }, { studentId: userId }, { guardianIds: userId }] }
      const blank = {
        teacherName: '',
        studentName: '',
        message: '',
        note: '',
        searchText: '',
        guardianIds: [],
      }
      // first: the other update takes away what finds a guardian
      const reviewed = { $and: [filter, { 'review.notes': { $exists: true } }] }
      await collection.updateMany(reviewed as never, { $set: { 'review.notes': '' } } as never)
      await collection.updateMany(filter as never, { $set: blank } as never)
    },
  }
}

export type ConnectionStore = ReturnType<typeof connectionStore>

function matching({ q, status }: Pick<Page, 'q' | 'status'>): object {
  const inState =
    status === 'pending' ? pendingRows : { $or: [{ status }, { status: 'pending', 'review.shown': status }] }
  const isAny = status === undefined || status === 'all'
  return {
    $and: [
      { status: { $exists: true } },
      ...(isAny ? [] : [inState]),
      holding(foldLetters(q ?? ''), 'searchText'),
    ],
  }
}

function behind(cursor: string | undefined, sort: Page['sort']): object {
  if (cursor === undefined) return {}
  const [, order, digits, time, id = ''] = /^(newest|escalated)_(-?\d)_(\d{1,15})_(.+)$/.exec(cursor) ?? []
  if (order !== sort) throw problem('cursor-invalid')
  const at = new Date(Number(time))
  if (sort === 'newest') return beyond('requestedAt', -1, at, id)
  const pressing = Number(digits)
  return {
    $or: [{ pressing: { $lt: pressing } }, { $and: [{ pressing }, beyond('requestedAt', 1, at, id)] }],
  }
}
