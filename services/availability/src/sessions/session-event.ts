import type { EventInput } from '@darsi/contracts/events.ts'
import type { CancelCause, Lesson } from './lesson.ts'
import type { Parties } from './parties.ts'
import type { ReminderKind } from './reminders.ts'

type Told = { by: string | null; at: Date; announces: readonly Lesson[] }
type Happened =
  | { type: 'session.booked' | 'session.no-show' | 'session.completed' }
  | { type: 'session.moved'; previousStartsAt: Date }
  | { type: 'session.cancelled'; cause: CancelCause }
  | { type: 'session.reminder-due'; reminder: ReminderKind }

/** The event about a lesson as it is afterwards. */
export function sessionEvent(
  happened: Happened,
  lesson: Lesson,
  parties: Parties | null,
  { by, at, announces }: Told,
): EventInput {
  const data = {
    ...pairOf(lesson, parties),
    ...(lesson.seriesId && { seriesId: lesson.seriesId }),
    minor: parties?.connection.minor ?? false,
    subject: lesson.subject,
    status: lesson.status,
    startsAt: lesson.startsAt.toISOString(),
    endsAt: lesson.endsAt.toISOString(),
    durationMinutes: lesson.durationMinutes,
    type: lesson.type,
    revision: lesson.revision,
    ...(by && { by }),
    announces: announces.map(({ _id, startsAt, endsAt, revision }) => ({
      sessionId: _id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      revision,
    })),
    at: at.toISOString(),
  }
  const { place, meetingLink, reason } = lesson
  const personal = { ...peopleOf(parties), place, meetingLink, reason }
  switch (happened.type) {
    case 'session.moved':
      return {
        type: happened.type,
        data: { ...data, previousStartsAt: happened.previousStartsAt.toISOString() },
        personal,
      }
    case 'session.cancelled':
      return { type: happened.type, data: { ...data, cause: happened.cause }, personal }
    case 'session.reminder-due':
      return { type: happened.type, data: { ...data, reminder: happened.reminder }, personal }
    case 'session.completed': {
      const reportDueAt = lesson.reportDueAt?.toISOString()
      return { type: happened.type, data: { ...data, ...(reportDueAt && { reportDueAt }) }, personal }
    }
    default:
      return { type: happened.type, data, personal }
  }
}

type Pair = Pick<Lesson, '_id' | 'connectionId' | 'teacherId' | 'studentId' | 'childId'>

/** Whose lesson it is; part of every event about one. */
export function pairOf({ _id, connectionId, teacherId, studentId, childId }: Pair, parties: Parties | null) {
  return {
    sessionId: _id,
    connectionId,
    teacherId,
    ...(studentId && { studentId }),
    ...(childId && { childId }),
    guardianIds: parties?.connection.guardianIds ?? [],
  }
}

export function peopleOf(parties: Parties | null) {
  const { teacher, student, guardians = [] } = parties ?? {}
  return { guardians, ...(teacher && { teacher }), ...(student && { student }) }
}
