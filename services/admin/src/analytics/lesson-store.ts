import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { SessionStatus } from '@darsi/contracts/sessions-api.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'

/** A lesson session in ids alone: who they are stands in the users' rows. */
export type LessonRow = {
  _id: string
  connectionId: string
  teacherId: string
  /** The learner's account, or the child without one. */
  learnerId: string
  subject: string
  status: SessionStatus
  type: string
  minor: boolean
  startsAt: Date
  endsAt: Date
  durationMinutes: number
  /** Hours of the teacher's grid that it takes. */
  slots: number
}
export type LessonEvent = DarsiEvent<
  'session.booked' | 'session.moved' | 'session.cancelled' | 'session.completed' | 'session.no-show'
>

/** Lessons in progress at a moment. */
export const lessonsAt = (now: Date) => ({
  startsAt: { $lte: now },
  endsAt: { $gt: now },
  status: { $ne: 'cancelled' },
})

export function lessonStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      connectionId: String,
      teacherId: String,
      learnerId: String,
      subject: String,
      status: String,
      type: { type: String },
      minor: Boolean,
      startsAt: Date,
      endsAt: Date,
      durationMinutes: Number,
      slots: Number,
      ...projectionFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ startsAt: -1, _id: -1 })
  schema.index({ teacherId: 1 })
  schema.index({ learnerId: 1 })
  const model = connection.model<LessonRow>('lesson', schema)
  const { collection } = model

  return {
    model,

    project: ({ data, ...event }: LessonEvent) =>
      project(model as never, data.sessionId, event, {
        $set: {
          connectionId: data.connectionId,
          teacherId: data.teacherId,
          learnerId: data.studentId ?? data.childId ?? '',
          subject: data.subject,
          status: data.status,
          type: data.type,
          minor: data.minor,
          startsAt: new Date(data.startsAt),
          endsAt: new Date(data.endsAt),
          durationMinutes: data.durationMinutes,
          slots: Math.ceil(data.durationMinutes / 60),
        },
      }),

    byIds: async (ids: readonly string[]): Promise<Map<string, LessonRow>> => {
      // `as`: the schema above
      const found = (await collection
        .find({ _id: { $in: ids } } as never)
        .toArray()) as unknown as LessonRow[]
      return new Map(found.map((row) => [row._id, row]))
    },

    /** Every lesson in the order of time, one batch at a time. */
    all: () =>
      // `as`: the schema above
      collection.find({ startsAt: { $exists: true } } as never, {
        sort: { startsAt: 1, _id: 1 },
        batchSize: 1000,
      }) as unknown as AsyncIterable<LessonRow>,

    /** Grid hours that lessons of these teachers took in a span of time. */
    hours: async (teacherIds: ReadonlySet<string>, since: Date, until: Date): Promise<number> => {
      const found = await collection
        .aggregate([
          { $match: { startsAt: { $gte: since, $lt: until }, status: { $ne: 'cancelled' } } },
          { $group: { _id: '$teacherId', slots: { $sum: '$slots' } } },
        ])
        .toArray()
      return found.reduce((sum, { _id, slots }) => (teacherIds.has(_id) ? sum + Number(slots) : sum), 0)
    },
  }
}

export type LessonStore = ReturnType<typeof lessonStore>
