import type { EventInput } from '@darsi/contracts/events.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Connection as Database, type Model, Schema } from 'mongoose'
import { claimStore } from './claims.ts'
import { type Connection, dueAt, isOpen, type Moved } from './connection.ts'

export type ConnectionDocument = Connection &
  Outboxed & {
    /** When the clock has to look at it. */
    dueAt: Date
    /** Learner and guardians, for their list; one of them asked. */
    learnerSide: string[]
    erasedAt: Date | null
  }

type Box = 'sent' | 'received'
type Page = { status?: Connection['status'] | undefined; limit: number; cursor?: string | undefined }
type EventOf = (moved: Moved) => EventInput

export type ConnectionStore = ReturnType<typeof connectionStore>

export function connectionStore(database: Database, outbox: Outbox) {
  const model = connectionModel(database)
  const { collection } = model
  // native filters: our own values only
  const many = async (filter: object, options: object = {}): Promise<ConnectionDocument[]> =>
    // `as`: the schema below
    (await collection.find(filter as never, options).toArray()) as unknown as ConnectionDocument[]
  const claims = claimStore(database, async (_id) => {
    const [found] = await many({ _id })
    return found ? isOpen(found) : null
  })

  /** @throws problem `connection-exists` or `connection-quota` */
  const claim = async (connection: Connection, places: number | null): Promise<void> => {
    const { _id, teacherId, requestedAt } = connection
    if (!(await claims.take(keyOf(connection), _id, requestedAt))) throw problem('connection-exists')
    if (places === null) return
    const all = Array.from({ length: places }, (_, index) => `${teacherId}#${index}`)
    if (!(await claims.takeOneOf(all, _id, requestedAt))) throw problem('connection-quota')
  }

  return {
    model,

    find: async (_id: string): Promise<ConnectionDocument | null> =>
      (await many({ _id, erasedAt: null }))[0] ?? null,

    /**
     * Claims come first, so that of any number at once the right number is let in.
     * @param places of a free teacher; null when unlimited
     * @throws problem `connection-exists` or `connection-quota`
     */
    insert: async (
      connection: Connection,
      event: EventInput,
      places: number | null,
    ): Promise<ConnectionDocument> => {
      try {
        await claim(connection, places)
        return await outbox.insert(
          model,
          {
            ...connection,
            dueAt: dueAt(connection) ?? never,
            learnerSide: learnerSideOf(connection),
            erasedAt: null,
          },
          event,
        )
      } catch (error) {
        await claims.release(connection._id)
        throw error
      }
    },

    /** @returns the connection as it is now, or null when there is none or `decide` changes nothing */
    update: async (
      id: string,
      decide: (connection: ConnectionDocument) => Moved | null,
      eventOf: EventOf,
    ): Promise<ConnectionDocument | null> => {
      const updated = await outbox.update(model, id, (found) => {
        const moved = found.erasedAt ? null : decide(found)
        if (!moved) return null
        return { update: updateTo(moved.changed), event: eventOf(moved) }
      })
      if (updated && !isOpen(updated)) await claims.release(id)
      return updated
    },

    page: async (userId: string, box: Box, { status, limit, cursor }: Page) => {
      const side = box === 'received' ? { teacherId: userId } : { learnerSide: userId }
      const filter = { ...side, erasedAt: null, ...(status && { status }) }
      const found = await many(
        { $and: [filter, olderThan(cursor)] },
        { sort: { requestedAt: -1, _id: -1 }, limit: limit + 1 },
      )
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      const total = await collection.countDocuments(filter as never)
      return { rows, total, nextCursor: last ? `${last.requestedAt.getTime()}_${last._id}` : null }
    },

    /** Requests that wait for this person. */
    waitingFor: (userId: string, role: 'teacher' | 'parent' | 'student'): Promise<number> => {
      const waiting = {
        teacher: { teacherId: userId, 'needs.teacher': 'waiting' },
        parent: { guardianIds: userId, 'needs.guardian': 'waiting' },
        student: { learnerSide: userId },
      }
      return collection.countDocuments({ ...waiting[role], status: 'pending', erasedAt: null } as never)
    },

    openCount: (teacherId: string): Promise<number> => collection.countDocuments(openOf({ teacherId })),
    pendingOf: (requesterId: string): Promise<number> =>
      collection.countDocuments({ requesterId, status: 'pending' } as never),
    openOfChildren: (childIds: readonly string[]) => many(openOf({ childId: { $in: childIds } })),
    /** Also what is over: who may see it changes too. */
    ofChild: (childId: string) => many({ childId, erasedAt: null }),
    openOfParty: (userId: string) => many(openOf({ $or: [{ teacherId: userId }, { learnerSide: userId }] })),

    /** All of them, one batch after the other. */
    after: (_id: string, limit: number) => many({ _id: { $gt: _id } }, { sort: { _id: 1 }, limit }),

    /** Ids of those at which the clock has to look, the most overdue first. */
    due: async (now: Date, limit = 200): Promise<string[]> =>
      (await many({ dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit })).map(({ _id }) => _id),

    /** What a person wrote, or what was written about one, goes first: afterwards the request may be another's. */
    unsay: async (userId: string): Promise<void> => {
      const own = { learnerSide: userId, requesterId: userId }
      await collection.updateMany(own as never, { $set: { message: '' } } as never)
      await collection.updateMany({ learnerSide: userId } as never, { $set: { note: '' } } as never)
    },

    /** Takes what a person wrote out of closed connections and hides them; events that wait go out sealed. */
    erase: async (userId: string, at: Date): Promise<void> => {
      const filter = { $or: [{ teacherId: userId }, { learnerSide: userId }] }
      for (const { _id, teacherId, studentId, requesterId, guardianIds } of await many(filter)) {
        const isLast = guardianIds.every((guardianId) => guardianId === userId)
        const mustGo = teacherId === userId || studentId === userId || isLast
        const update = mustGo
          ? { $set: { message: '', note: '', guardianIds: [], learnerSide: [], erasedAt: at } }
          : {
              $pull: { guardianIds: userId, learnerSide: userId },
              // whoever wrote the note, it may name the person
              $set: { note: '', ...(requesterId === userId && { message: '' }) },
            }
        await collection.updateOne({ _id } as never, update as never)
      }
    },
  }
}

function connectionModel(database: Database): Model<ConnectionDocument> {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      status: { type: String, required: true },
      teacherId: { type: String, required: true },
      requesterId: { type: String, required: true },
      studentId: String,
      childId: String,
      guardianIds: { type: [String], required: true },
      learnerSide: { type: [String], required: true },
      subject: { type: String, required: true },
      message: String,
      minor: Boolean,
      learnerBirthYear: Number,
      videoWithdrawn: Boolean,
      flags: { type: [String], required: true },
      needs: { type: Object, required: true },
      note: String,
      requestedAt: { type: Date, required: true },
      remindedAt: Date,
      decidedAt: Date,
      adminReviewedAt: Date,
      dueAt: { type: Date, required: true },
      erasedAt: Date,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ dueAt: 1 })
  schema.index({ teacherId: 1, requestedAt: -1 })
  schema.index({ learnerSide: 1, requestedAt: -1 })
  schema.index({ childId: 1 })
  indexOutbox(schema)
  return database.model<ConnectionDocument>('connection', schema)
}

const never = new Date('9999-12-31T00:00:00Z')

const keyOf = ({ studentId, childId, teacherId, subject }: Connection): string =>
  [studentId ?? childId, teacherId, subject].join('|')

const learnerSideOf = ({ studentId, guardianIds }: Connection): string[] => [
  ...new Set([...(studentId ? [studentId] : []), ...guardianIds]),
]

// `as`: the driver's filter type knows no plain object
const openOf = (filter: object) => ({ ...filter, status: { $in: ['pending', 'approved'] } }) as never

function updateTo(connection: Connection) {
  const { studentId, childId, requesterId, minor, learnerBirthYear, message, note } = connection
  const { videoWithdrawn = false } = connection
  const { status, guardianIds, needs, remindedAt, decidedAt, adminReviewedAt } = connection
  const changed = { status, guardianIds, needs, message, note, remindedAt, decidedAt, adminReviewedAt }
  return {
    $set: {
      ...changed,
      studentId,
      childId,
      requesterId,
      minor,
      learnerBirthYear,
      videoWithdrawn,
      learnerSide: learnerSideOf(connection),
      dueAt: dueAt(connection) ?? never,
    },
  }
}

/** Those behind the cursor: they stay the same while new ones arrive in front of it. */
function olderThan(cursor: string | undefined): object {
  if (cursor === undefined) return {}
  const match = /^(\d{1,15})_(.+)$/.exec(cursor)
  if (!match) throw problem('cursor-invalid')
  const requestedAt = new Date(Number(match[1]))
  return { $or: [{ requestedAt: { $lt: requestedAt } }, { requestedAt, _id: { $lt: match[2] } }] }
}
