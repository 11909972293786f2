import { randomUUID } from 'node:crypto'
import { isProblem, problem } from '@darsi/kit/http/problem.ts'
import { type Group, joinRefusal, waitsForGuardian } from '../groups/group.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import { bookedFields, type Lesson, proposedFields } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { answerUntil } from '../lessons/proposal.ts'
import { agreementOf } from '../lessons/venue.ts'
import { refusalProblem } from '../lessons/wish.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { openConnection } from './book-lessons.ts'
import { seatOf } from './booking.ts'
import type { Bookings } from './commit.ts'

type Parts = {
  bookings: Bookings
  groups: GroupQueries
  lessons: LessonQueries
  parties: PartyQueries
  now: () => Date
}
type SeatWish = { connectionId: string; parentPresent: boolean }

/**
 * A learner or guardian takes a seat. Of two who want the last one, one gets it; a minor's own wish waits for a
 * guardian.
 * @returns whether a guardian has to confirm it
 * @throws problems of the contract
 */
export async function joinGroup(parts: Parts, id: string, wish: SeatWish & { by: string }): Promise<boolean> {
  const { by } = wish
  const connection = await openConnection(parts.parties, by, wish)
  const group = await parts.groups.find(id)
  if (group?.teacherId !== connection.teacherId || by === group.teacherId) throw problem('not-found')
  if (!(await parts.parties.isApprovedTeacher(group.teacherId))) throw problem('group-closed')
  const at = parts.now()
  const waits = waitsForGuardian(group, connection, by)
  // the guardian's answer says whether a parent is present
  const parentPresent = waits || wish.parentPresent
  const seats = await parts.lessons.ofGroups([id])
  const refusal = joinRefusal(group, seats, { connection, parentPresent, now: at })
  if (refusal) throw refusalProblem(refusal)
  const waiting = waits ? proposedFields(answerUntil(connection, [group.startsAt], at)) : {}
  await takeSeat(parts, group, () => ({
    ...planSeat(group, connection, { by, at, parentPresent }),
    ...waiting,
  }))
  return waits
}

/** Tries one numbered seat after the other. @throws problem `group-full`, or `slot-taken` for a learner who is busy */
async function takeSeat(parts: Parts, group: Group, seat: () => Lesson): Promise<void> {
  for (let number = 0; number < group.capacity; number++) {
    const lesson = seat()
    const { bookedBy: by, bookedAt: at } = lesson
    try {
      return await parts.bookings.commit(seatOf(lesson, { by, at, number }))
    } catch (error) {
      // this seat is taken, or the learner has another lesson then
      if (!isProblem(error, 'slot-taken')) throw error
    }
  }
  const taken = await parts.lessons.ofGroups([group._id])
  throw problem(taken.length >= group.capacity ? 'group-full' : 'slot-taken')
}

function planSeat(
  group: Group,
  { _id: connectionId, studentId, childId, partyIds, guardianIds }: ConnectionRow,
  { by, at, parentPresent }: { by: string; at: Date; parentPresent: boolean },
): Lesson {
  const { price, audience, level, capacity } = group
  const { _id: groupId, teacherId, subject, startsAt, endsAt, durationMinutes, type, place } = group
  return {
    _id: randomUUID(),
    ...{ connectionId, groupId, teacherId, studentId, childId, partyIds, subject, seriesId: null },
    seat: { price, audience, level, capacity },
    ...{ startsAt, endsAt, durationMinutes, type, place, parentPresent },
    meetingLink: group.meetingLink,
    notes: group.topic,
    ...bookedFields(startsAt, { by, at, token: randomUUID() }),
    agreedVenue: guardianIds.includes(by) ? agreementOf(group, by) : null,
  }
}
