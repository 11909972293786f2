import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Parties } from '../parties/party.ts'
import type { Lesson, Moved } from './lesson.ts'
import { joinLink } from './meeting-link.ts'

/** The event about a step. @param lesson as it is after the step */
export function lessonEvent(
  lesson: Lesson,
  parties: Parties | null,
  { happened, by, announces, at, publicUrl }: Omit<Moved, 'changes'> & { at: Date; publicUrl: string },
): EventInput {
  const data = { ...dataOf(lesson, parties), ...(by && { by }), announces: announces.map(announcementOf) }
  const common = { data: { ...data, at: at.toISOString() }, personal: personalOf(lesson, parties, publicUrl) }
  switch (happened.type) {
    case 'session.proposed': {
      const previousStartsAt = happened.previousStartsAt?.toISOString()
      const proposedUntil = (lesson.proposedUntil ?? lesson.startsAt).toISOString()
      const proposed = { ...common.data, proposedUntil, ...(previousStartsAt && { previousStartsAt }) }
      return { ...common, type: happened.type, data: proposed }
    }
    case 'session.moved': {
      const previousStartsAt = happened.previousStartsAt.toISOString()
      return { ...common, type: happened.type, data: { ...common.data, previousStartsAt } }
    }
    case 'session.cancelled':
      return { ...common, type: happened.type, data: { ...common.data, cause: happened.cause } }
    case 'session.reminder-due':
      return { ...common, type: happened.type, data: { ...common.data, reminder: happened.reminder } }
    case 'session.completed': {
      const reportDueAt = lesson.reportDueAt?.toISOString()
      return { ...common, type: happened.type, data: { ...common.data, ...(reportDueAt && { reportDueAt }) } }
    }
    default:
      return { ...common, type: happened.type }
  }
}

/** The lesson as it is; consumers of state records read its status, not the type. */
export function lessonState(lesson: Lesson, parties: Parties | null, at: Date): EventInput {
  const happened = { type: 'session.booked' } as const
  // no consumer of state records needs the address of the meeting
  return lessonEvent(lesson, parties, { happened, by: null, announces: [], at, publicUrl: '' })
}

function dataOf(lesson: Lesson, parties: Parties | null) {
  const { seriesId, groupId, seat, subject, status, startsAt, endsAt, durationMinutes, type, revision } =
    lesson
  return {
    ...lessonIds(lesson, parties),
    ...(seriesId && { seriesId }),
    ...(groupId &&
      seat && { group: { groupId, ...seat, ...(isInClassroom(lesson) && { inClassroom: true }) } }),
    minor: parties?.connection.minor ?? false,
    ...{ subject, status, durationMinutes, type, revision },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

/** Of a lesson on hold the link is kept aside. */
const isInClassroom = ({ type, meetingLink, keptLink }: Lesson): boolean =>
  type === 'online' && meetingLink === '' && keptLink === ''

function announcementOf({ _id, startsAt, endsAt, revision }: Lesson) {
  return { sessionId: _id, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), revision }
}

function personalOf(lesson: Lesson, parties: Parties | null, publicUrl: string) {
  const { place, notes, reason } = lesson
  return { ...namedParties(parties), place, meetingLink: joinLink(lesson, publicUrl), notes, reason }
}

type Ids = Pick<Lesson, '_id' | 'connectionId' | 'teacherId' | 'studentId' | 'childId'>

/** The ids in every event about a lesson, its review or its report. */
export function lessonIds(
  { _id, connectionId, teacherId, studentId, childId }: Ids,
  parties: Parties | null,
) {
  return {
    sessionId: _id,
    connectionId,
    teacherId,
    ...(studentId && { studentId }),
    ...(childId && { childId }),
    guardianIds: parties?.connection.guardianIds ?? [],
  }
}

/** Names and addresses for mails, in the sealed part of an event. */
export function namedParties(parties: Parties | null) {
  const { teacher, student, guardians = [] } = parties ?? {}
  return { guardians, ...(teacher && { teacher }), ...(student && { student }) }
}
