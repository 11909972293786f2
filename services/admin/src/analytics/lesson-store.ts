import { longestLessonMinutes, type SessionStatus } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

/** A lesson session, with ids instead of names. */
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
  /** The teacher cancelled this lesson of a minor, or the series of which it was the first. */
  teacherCancelledAt?: Date
}
type LessonEvent = DarsiEvent<
  | 'session.booked'
  | 'session.proposed'
  | 'session.moved'
  | 'session.cancelled'
  | 'session.completed'
  | 'session.no-show'
>

/** True once for a series: the other lessons announce nothing. */
export function isCancelledByTeacher(event: LessonEvent): boolean {
  if (event.type !== 'session.cancelled') return false
  const { minor, cause, by, teacherId, announces } = event.data
  return minor && cause === 'party' && by === teacherId && announces.length > 0
}

/** Lessons in progress at a moment. The lower bound keeps the count from reading every past lesson. */
export const lessonsAt = (now: Date) => ({
  startsAt: { $gt: new Date(now.getTime() - longestLessonMinutes * 60_000), $lte: now },
  endsAt: { $gt: now },
  status: { $ne: 'cancelled' as const },
})

export function createLessonStore(connection: Connection) {
  const lessons = collection<LessonRow>(connection, 'lessons', [
    { key: { startsAt: -1, _id: -1 } },
    { key: { teacherId: 1, teacherCancelledAt: 1 } },
    { key: { learnerId: 1 } },
  ])

  return {
    collection: lessons,

    project: (event: LessonEvent) => {
      const { data } = event
      return project(lessons, data.sessionId, event, {
        $set: {
          ...(isCancelledByTeacher(event) && { teacherCancelledAt: new Date(data.at) }),
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
      })
    },

    /** How often this teacher cancelled lessons of minors since a moment; a series counts once. */
    countTeacherCancelled: (teacherId: string, since: Date): Promise<number> =>
      lessons.countDocuments({ teacherId, teacherCancelledAt: { $gt: since } }),

    byIds: async (ids: readonly string[]): Promise<Map<string, LessonRow>> => {
      const found = await lessons.find({ _id: { $in: ids } }).toArray()
      return new Map(found.map((row) => [row._id, row]))
    },

    all: () =>
      lessons.find({ startsAt: { $exists: true } }, { sort: { startsAt: 1, _id: 1 }, batchSize: 1000 }),

    /** Grid hours that lessons of these teachers took in a span of time. */
    hours: async (teacherIds: ReadonlySet<string>, since: Date, until: Date): Promise<number> => {
      const found = await lessons
        .aggregate<{ _id: string; slots: number }>([
          { $match: { startsAt: { $gte: since, $lt: until }, status: { $ne: 'cancelled' } } },
          { $group: { _id: '$teacherId', slots: { $sum: '$slots' } } },
        ])
        .toArray()
      return found.reduce((sum, { _id, slots }) => (teacherIds.has(_id) ? sum + slots : sum), 0)
    },
  }
}

export type LessonStore = ReturnType<typeof createLessonStore>
