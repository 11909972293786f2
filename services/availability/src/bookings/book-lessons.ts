import { randomUUID } from 'node:crypto'
import { tunisClock } from '@darsi/contracts/reference/tunis-time.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { GridStore } from '../grid/grid-store.ts'
import { type Lesson, proposedFields } from '../lessons/lesson.ts'
import { isMeetingLink } from '../lessons/meeting-link.ts'
import { type ConnectionRow, learnerOf, refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { PeriodStore } from '../periods/period-store.ts'
import { bookingOf } from './booking.ts'
import type { BookingParts } from './carry-out.ts'
import { commit, endEarlierCall } from './commit.ts'
import { type Offer, refuseSlot } from './offered.ts'
import { type AttemptDocument, reportAttempt } from './over-long-attempt.ts'
import { type BookingRequest, planLessons } from './plan.ts'
import { answerUntil, needsAnswer } from './proposal.ts'
import { refusalProblem, wishRefusal } from './wish.ts'

type Parts = BookingParts & {
  grids: Pick<GridStore, 'find'>
  periods: Pick<PeriodStore, 'between'>
  attempts: Collection<AttemptDocument>
  outbox: Outbox
  meetingHosts: readonly string[]
}

/**
 * Books a lesson or a weekly series, all or none. A repetition with the same key has the lessons of the first call.
 * @throws problems of the contract
 */
export async function bookLessons(parts: Parts, by: string, request: BookingRequest): Promise<Lesson[]> {
  const connection = await openConnection(parts.partyQueries, by, request)
  const at = parts.now()
  const token = randomUUID()
  const planned = planLessons(connection, request, { by, token, at })
  const ids = planned.map(({ _id }) => _id)
  const booked = await bookedEarlier(parts, ids)
  if (booked.length > 0) return booked
  const starts = planned.map(({ startsAt }) => startsAt)
  const needs = needsAnswer({ ...connection, by }, learnerOf(connection), starts)
  // the guardian's answer says whether a parent is present, so the rule is not applied before it
  await refuseRequest(parts, connection, needs ? planned.map(withParent) : planned, { by, at })
  const waiting = needs ? proposedFields(answerUntil(connection, starts, at)) : {}
  const lessons = planned.map((lesson) => ({ ...lesson, ...waiting }))
  await commit(parts, bookingOf(lessons, { token, by, at }))
  return parts.lessonQueries.byIds(ids)
}

/** The lessons of an earlier call with the same key. */
async function bookedEarlier(parts: Parts, ids: readonly string[]): Promise<Lesson[]> {
  // its first claim is of the first lesson
  const [first = ''] = ids
  await endEarlierCall(parts, first)
  return parts.lessonQueries.byIds(ids)
}

const withParent = (lesson: Lesson): Lesson => ({ ...lesson, parentPresent: true })

/** @throws problem unless both sides may have lessons now, and the caller may say what is said of a parent */
export async function openConnection(
  partyQueries: PartyQueries,
  by: string,
  { connectionId, parentPresent }: Pick<BookingRequest, 'connectionId' | 'parentPresent'>,
): Promise<ConnectionRow> {
  const connection = await partyQueries.connection(connectionId)
  if (!connection?.partyIds.includes(by)) throw problem('not-found')
  const { teacherId, studentId, status, guardianIds } = connection
  const isSuspended = await partyQueries.isSuspended([teacherId, ...(studentId ? [studentId] : [])])
  refusePaused(connection)
  if (status !== 'approved' || isSuspended) throw problem('connection-state')
  // refused and not ignored: otherwise the caller would assume that a parent will be present
  if (parentPresent && !guardianIds.includes(by)) throw problem('presence-by-guardian')
  return connection
}

async function refuseRequest(
  parts: Parts,
  connection: ConnectionRow,
  planned: readonly Lesson[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const learner = learnerOf(connection)
  for (const lesson of planned) {
    const refusal = wishRefusal(lesson, learner)
    if (refusal?.slug === 'lesson-too-long' && learner.minor) {
      const { durationMinutes } = lesson
      await reportAttempt(parts, connection, { by, durationMinutes, maxMinutes: refusal.minutes, at })
    }
    if (refusal) throw refusalProblem(refusal)
    // the link may be empty and follow later
    if (lesson.meetingLink !== '' && !isMeetingLink(lesson.meetingLink, parts.meetingHosts))
      throw problem('meeting-link-invalid')
  }
  const slots = planned.map(({ startsAt, durationMinutes }) => ({ ...tunisClock(startsAt), durationMinutes }))
  refuseSlot(await offerOf(parts, connection.teacherId, slots), slots, at)
}

/** The grid of a teacher with the holidays and special hours of these days. */
export async function offerOf(
  { grids, periods }: Pick<Parts, 'grids' | 'periods'>,
  teacherId: string,
  slots: readonly { date: string }[],
): Promise<Offer> {
  const dates = slots.map(({ date }) => date).sort()
  const [grid, limits] = await Promise.all([
    grids.find(teacherId),
    periods.between(dates[0] ?? '', dates.at(-1) ?? ''),
  ])
  return { grid, periods: limits }
}
