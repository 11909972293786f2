import type { SessionStatus } from '@darsi/contracts/sessions-api.ts'
import { hourMs, tunisClock } from '@darsi/contracts/tunis-time.ts'
import type { ReminderKind } from './reminders.ts'
import { hoursTaken } from './rules.ts'

export type CancelCause =
  | 'party'
  | 'connection-ended'
  | 'consent-withdrawn'
  | 'account-suspended'
  | 'account-erased'

/** A lesson session of the product; called lesson inside, because sessions are also those of logins. */
export type Lesson = {
  _id: string
  connectionId: string
  seriesId: string | null
  teacherId: string
  /** The learner's account; null for a child without one. */
  studentId: string | null
  childId: string | null
  /** Everyone who may see it: teacher, student, guardians. */
  partyIds: string[]
  subject: string
  startsAt: Date
  endsAt: Date
  durationMinutes: number
  type: 'online' | 'faceToFace'
  place: string
  meetingLink: string
  parentPresent: boolean
  status: SessionStatus
  reason: string
  cause: CancelCause | null
  bookedBy: string
  bookedAt: Date
  completedAt: Date | null
  reportDueAt: Date | null
  /** Grows with every move and with the cancellation. */
  revision: number
  /** The booking or move that brought it where it is. */
  token: string
  remindAt: Date | null
  remindKind: ReminderKind | null
}

/** One hour of one person, which only one lesson may have. Its `_id` is what makes conflicts impossible. */
export type Claim = {
  _id: string
  lessonId: string
  /** The booking or move that took it. */
  token: string
  hourAt: Date
  at: Date
}

type Timed = Pick<Lesson, '_id' | 'teacherId' | 'studentId' | 'childId' | 'startsAt' | 'durationMinutes'>

/** The beginnings of all full hours that a lesson takes. */
export function hoursOf({ startsAt, durationMinutes }: Pick<Lesson, 'startsAt' | 'durationMinutes'>): Date[] {
  return hoursTaken(0, durationMinutes).map((later) => new Date(startsAt.getTime() + later * hourMs))
}

/** What a lesson has to own, sorted: whoever takes several takes them in the same order as everyone else. */
export function claimsOf(lessons: readonly Timed[], token: string, at: Date): Claim[] {
  const claims = lessons.flatMap((lesson) =>
    hoursOf(lesson).flatMap((hourAt) =>
      ownersOf(lesson).map((owner) => ({
        _id: `${hourAt.toISOString()}.${owner}`,
        lessonId: lesson._id,
        token,
        hourAt,
        at,
      })),
    ),
  )
  return claims.sort((a, b) => (a._id < b._id ? -1 : 1))
}

/** True while the lesson still stands at that hour. */
export function stands(
  { status, ...lesson }: Pick<Lesson, 'status' | 'startsAt' | 'durationMinutes'>,
  hourAt: Date,
) {
  return status !== 'cancelled' && hoursOf(lesson).some((hour) => hour.getTime() === hourAt.getTime())
}

/** `date` and `hour` as a clock in Tunis shows them. */
export function whenOf({ startsAt }: Pick<Lesson, 'startsAt'>): { date: string; hour: number } {
  const { date, hour } = tunisClock(startsAt)
  return { date, hour }
}

function ownersOf({ teacherId, studentId, childId }: Timed): string[] {
  const learners = [studentId, childId].filter((id) => id !== null)
  return [`t.${teacherId}`, ...learners.map((id) => `u.${id}`)]
}
