import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { problemText } from '@darsi/contracts/problems/problem.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import {
  cancelRefusal,
  decidedAt,
  type Group,
  isLargeEnough,
  isSameLearner,
  joinRefusal,
  waitsForGuardian,
} from '../groups/group.ts'
import { whenOf } from '../hours/hours.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { refusalProblem } from '../lessons/wish.ts'
import { type ConnectionRow, learnerOf, namesOf, type PartyRows } from '../parties/party.ts'

type GroupViewer = { userId: string; language: Language; now: Date }
/** `seats`: of this group; `own`: the caller's open connections with the teacher. */
type Related = PartyRows & { seats: readonly Lesson[]; own: readonly ConnectionRow[] }

/** A group hour as the caller may see it: the teacher reads first names, a family only its own seats. */
export function groupView(group: Group, viewer: GroupViewer, related: Related): GroupHour {
  const { userId, now } = viewer
  const { seats, people, own } = related
  const { teacherId, subject, level, audience, topic, durationMinutes, type, price, capacity } = group
  const isTeacher = userId === teacherId
  return {
    id: group._id,
    teacher: { id: teacherId, name: people.get(teacherId)?.fullName ?? '' },
    ...{ subject, level, audience, topic, durationMinutes, type, price, capacity },
    ...whenOf(group),
    startsAt: group.startsAt.toISOString(),
    endsAt: group.endsAt.toISOString(),
    place: isTeacher || own.length > 0 ? group.place : '',
    meetingLink: isTeacher ? group.meetingLink : '',
    taken: seats.length,
    // a group that was large enough four hours before takes place, also if learners leave later
    isConfirmed: isLargeEnough(seats) || decidedAt(group) <= now,
    decidedAt: decidedAt(group).toISOString(),
    learners: isTeacher ? seats.map((seat) => seatView(seat, viewer, related)) : [],
    seats: isTeacher
      ? []
      : seats
          .filter(({ partyIds }) => partyIds.includes(userId))
          .map((seat) => seatView(seat, viewer, related)),
    choices: own
      .filter((connection) => connection.subject === subject)
      .filter((connection) => !seats.some((seat) => isSameLearner(seat, connection)))
      .map((connection) => choiceView(group, connection, viewer, related)),
    canCancel: isTeacher && cancelRefusal(group, now) === null,
  }
}

function seatView(
  { _id: sessionId, connectionId, status }: Lesson,
  { userId }: GroupViewer,
  rows: PartyRows,
) {
  return { sessionId, name: firstNameOf(namesOf(connectionId, rows, userId).student), status }
}

function choiceView(
  group: Group,
  connection: ConnectionRow,
  { userId, language, now }: GroupViewer,
  { seats, ...rows }: Related,
) {
  // the form asks for the presence of a parent
  const refusal = joinRefusal(group, seats, { connection, parentPresent: true, now })
  const isGuardian = connection.guardianIds.includes(userId)
  const { slug, options } = refusal ? refusalProblem(refusal) : { slug: null, options: {} }
  return {
    connectionId: connection._id,
    name: firstNameOf(namesOf(connection._id, rows, userId).student),
    refusal: slug && problemText(slug, language, options.params),
    presenceNeeded: isGuardian && ageRuleOn(group.startsAt, learnerOf(connection)).parentPresent,
    waitsForGuardian: waitsForGuardian(group, connection, userId),
  }
}
