import { keepToGroup, keepToTeacher } from '../groups/cancel-group.ts'
import type { Group } from '../groups/group.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import type { GroupStore } from '../groups/group-store.ts'
import type { ClaimStore } from '../hours/claim-store.ts'
import { takesHour } from '../hours/hours.ts'
import { keepToConnection } from '../lessons/keep-to-connection.ts'
import { confirm, type Lesson, reschedule } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonDocument, LessonStore } from '../lessons/lesson-store.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { Booking } from './booking.ts'
import type { BookingStore } from './booking-store.ts'

export type BookingParts = {
  bookings: BookingStore
  claims: ClaimStore
  lessons: LessonStore & LessonQueries
  parties: PartyQueries
  groups: GroupStore & GroupQueries
  now: () => Date
}

/**
 * Does what a committed booking says. Every step can be repeated, so that another process can continue when the first
 * one stops anywhere.
 */
export async function carryOut(parts: BookingParts, booking: Booking): Promise<void> {
  if (booking.group) await insertGroup(parts, booking.group)
  if (booking.kind === 'book') await insertLessons(parts, booking)
  if (booking.kind === 'move') await moveLesson(parts, booking)
  if (booking.kind === 'answer') await settleProposal(parts, booking)
  await parts.claims.settle(booking._id)
  await parts.bookings.close(booking._id)
}

async function insertGroup(parts: BookingParts, group: Group): Promise<void> {
  await parts.groups.insert(group)
  await keepToTeacher(parts, group)
}

async function insertLessons(parts: BookingParts, booking: Booking): Promise<void> {
  const { lessons = [], by = null, at } = booking
  const [first] = lessons
  if (!first) return
  await parts.lessons.insert(lessons, { by, at })
  await keepToCurrent(parts, first)
  await keepToGroup(parts, first)
}

/** Read after the writes: an event that changes the connection or erases an account later finds the lessons. */
async function keepToCurrent(parts: BookingParts, { connectionId, token }: Lesson): Promise<void> {
  const { lessons, parties } = parts
  const connection = await parties.connection(connectionId)
  if (!connection) return
  await lessons.updateParties(connection, token)
  await keepToConnection(parts, connection)
  const { teacherId, studentId } = connection
  const people = await parties.peopleOf([teacherId, studentId].filter((id) => id !== null))
  for (const { _id, erasedAt } of people.values()) if (erasedAt) await lessons.erase(_id)
}

async function moveLesson(parts: BookingParts, booking: Booking): Promise<void> {
  const { _id: token, move, release = [], by = '', at } = booking
  const lesson = move && (await parts.lessons.find(move.lessonId))
  if (!lesson) return
  await parts.lessons.update(lesson, (current) => reschedule(current, move, { token, by, at }), at)
  const after = await parts.lessons.find(lesson._id)
  if (after && after.token !== token) return releaseUnused(parts.claims, after, token)
  for (const claim of release) await parts.claims.release(claim)
}

/** The lesson was cancelled or moved again. A later move keeps the claims of hours that both moves take. */
async function releaseUnused(claims: ClaimStore, lesson: LessonDocument, token: string): Promise<void> {
  for (const claim of await claims.ofLesson(lesson._id))
    if (claim.token === token && !takesHour(lesson, claim.hourAt)) await claims.release(claim)
}

/** A guardian's answer, or the automatic refusal when no guardian answered in time. */
async function settleProposal(parts: BookingParts, booking: Booking): Promise<void> {
  const { proposal: token, agreed = false, parentPresent = false, by = '' } = booking
  const list = token ? await parts.lessons.proposed(token) : []
  const [first] = list
  if (!token || !first) return
  if (!agreed) return parts.lessons.fallAway(list, { cause: 'not-confirmed', by: by || null })
  for (const lesson of list) {
    const series = lesson === first ? list : []
    await parts.lessons.update(lesson, (current, at) =>
      confirm(current, { token, parentPresent, by, at, series }),
    )
  }
  await keepToCurrent(parts, first)
}
