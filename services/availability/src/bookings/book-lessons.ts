import { randomUUID } from 'node:crypto'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Lesson, proposedFields } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { answerUntil, needsAnswer, venueNeedsAnswer } from '../lessons/proposal.ts'
import { agreementOf } from '../lessons/venue.ts'
import { type ConnectionRow, learnerOf, refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { bookingOf } from './booking.ts'
import type { Bookings } from './commit.ts'
import { type BookingRequest, planLessons } from './plan.ts'
import type { RequestChecks } from './request-checks.ts'

type Parts = {
  bookings: Bookings
  lessons: LessonQueries
  parties: PartyQueries
  checks: RequestChecks
  now: () => Date
}

/**
 * Books a lesson or a weekly series, all or none. A repetition with the same key has the lessons of the first call.
 * @throws problems of the contract
 */
export async function bookLessons(parts: Parts, by: string, request: BookingRequest): Promise<Lesson[]> {
  const connection = await openConnection(parts.parties, by, request)
  const at = parts.now()
  const token = randomUUID()
  const planned = planLessons(connection, request, { by, token, at })
  if (planned.length === 0) throw problem('slot-not-offered')
  const ids = planned.map(({ _id }) => _id)
  const booked = await bookedEarlier(parts, ids)
  if (booked.length > 0) return booked
  const starts = planned.map(({ startsAt }) => startsAt)
  const booker = { ...connection, by }
  const learner = learnerOf(connection)
  const needs =
    needsAnswer(booker, learner, starts) ||
    planned.some((lesson) => venueNeedsAnswer(booker, learner, lesson))
  // the guardian's answer says whether a parent is present, so the rule is not applied before it
  await parts.checks.refuseLessons(connection, needs ? planned.map(withParent) : planned, { by, at })
  const waiting = needs ? proposedFields(answerUntil(connection, starts, at)) : {}
  const lessons = planned.map((lesson) => ({
    ...lesson,
    ...(connection.guardianIds.includes(by) && { agreedVenue: agreementOf(lesson, by) }),
    ...waiting,
  }))
  await parts.bookings.commit(bookingOf(lessons, { token, by, at }))
  return parts.lessons.byIds(ids)
}

/** The lessons of an earlier call with the same key. */
async function bookedEarlier(parts: Parts, ids: readonly string[]): Promise<Lesson[]> {
  // its first claim is of the first lesson
  const [first = ''] = ids
  await parts.bookings.endEarlierCall(first)
  return parts.lessons.byIds(ids)
}

const withParent = (lesson: Lesson): Lesson => ({ ...lesson, parentPresent: true })

/** @throws problem unless both sides may have lessons now, and the caller may say what is said of a parent */
export async function openConnection(
  parties: PartyQueries,
  by: string,
  { connectionId, parentPresent }: Pick<BookingRequest, 'connectionId' | 'parentPresent'>,
): Promise<ConnectionRow> {
  const connection = await parties.connection(connectionId)
  if (!connection?.partyIds.includes(by)) throw problem('not-found')
  const { teacherId, studentId, status, guardianIds } = connection
  const isSuspended = await parties.isSuspended([teacherId, ...(studentId ? [studentId] : [])])
  refusePaused(connection)
  if (status !== 'approved' || isSuspended) throw problem('connection-state')
  // refused and not ignored: otherwise the caller would assume that a parent will be present
  if (parentPresent && !guardianIds.includes(by)) throw problem('presence-by-guardian')
  return connection
}
