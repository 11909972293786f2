import { randomUUID } from 'node:crypto'
import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Lesson, refuse, statusesAhead } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { answerUntil, needsAnswer } from '../lessons/proposal.ts'
import { refusalProblem, wishRefusal } from '../lessons/wish.ts'
import { learnerOf } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { moveOf } from './booking.ts'
import type { Bookings } from './commit.ts'
import type { RequestChecks } from './request-checks.ts'

type Parts = {
  bookings: Bookings
  lessons: LessonQueries
  parties: PartyQueries
  checks: RequestChecks
  now: () => Date
}

/** Moves a lesson to another offered hour. @throws problems of the contract */
export async function rescheduleLesson(
  parts: Parts,
  { _id }: Pick<Lesson, '_id'>,
  by: string,
  to: { date: string; hour: number },
): Promise<void> {
  await parts.bookings.endEarlierCall(_id)
  const lesson = await parts.lessons.find(_id)
  if (!lesson) throw problem('not-found')
  const at = parts.now()
  const startsAt = instantOf(to.date, to.hour)
  const isSameHour = startsAt.getTime() === lesson.startsAt.getTime()
  if (isSameHour && (await isMovedBy(parts, lesson, by))) return
  refuse('reschedule', lesson, at)
  if (isSameHour) return
  // the age rule of the new day and the consent of today apply, which may differ from those of the booking
  const connection = await parts.parties.connection(lesson.connectionId)
  const needs = connection && needsAnswer({ ...connection, by }, learnerOf(connection), [startsAt])
  // the guardian's answer says whether a parent is present at the new hour
  const parentPresent = needs || lesson.parentPresent
  const refusal = connection && wishRefusal({ ...lesson, startsAt, parentPresent }, learnerOf(connection))
  if (refusal) throw refusalProblem(refusal)
  const slots = [{ ...to, durationMinutes: lesson.durationMinutes }]
  await parts.checks.refuseSlots(lesson.teacherId, slots, at)
  const proposedUntil = needs ? answerUntil(connection, [startsAt], at) : null
  const token = randomUUID()
  const held = await parts.bookings.claimsOf(lesson._id)
  await parts.bookings.commit(moveOf(lesson, { startsAt, proposedUntil }, { token, by, at, held }))
  const moved = await parts.lessons.find(lesson._id)
  // another call moved or cancelled it at the same moment
  if (moved?.token !== token) throw problem('session-state')
}

/**
 * After a lost answer the caller moves the lesson again, which may wait for a guardian by now, or begin in less than
 * four hours.
 */
async function isMovedBy(
  { bookings }: Pick<Parts, 'bookings'>,
  { status, token }: Pick<Lesson, 'status' | 'token'>,
  by: string,
): Promise<boolean> {
  if (!statusesAhead.includes(status)) return false
  const booking = await bookings.find(token)
  return booking?.kind === 'move' && booking.by === by
}
