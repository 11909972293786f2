import { createHash } from 'node:crypto'
import type { PublicReview } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { attendedSeconds } from '@darsi/contracts/rules/lesson-times.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { lessonIds, namedParties } from '../lessons/lesson-event.ts'
import type { ConnectionRow, Parties, PersonRow } from '../parties/party.ts'
import { termOf } from './term.ts'

/** By a learner or a parent about a teacher. The id is made of pair and school term, so there is one per term. */
export type Review = {
  _id: string
  sessionId: string
  connectionId: string
  teacherId: string
  studentId: string | null
  childId: string | null
  term: string
  rating: number
  comment: string
  by: string
  at: Date
  answer: string
  answeredAt: Date | null
}

type Pair = Pick<Lesson, 'teacherId' | 'studentId' | 'childId' | 'startsAt'>

export function reviewId({ teacherId, studentId, childId, startsAt }: Pair): string {
  const pair = [teacherId, childId ?? studentId, termOf(startsAt)].join(' ')
  return createHash('sha256').update(pair).digest('hex').slice(0, 32)
}

const connectionKey = (connectionId: string, term: string): string => `${connectionId} ${term}`

/** By pair and by connection: a lesson from before a learner came of age has another pair than a later one. */
export const reviewsByKey = (reviews: readonly Review[]): ReadonlyMap<string, Review> =>
  new Map(
    reviews.flatMap((review) => [
      [review._id, review],
      [connectionKey(review.connectionId, review.term), review],
    ]),
  )

/** The review of the term in which the lesson is. */
export const reviewFor = (reviews: ReadonlyMap<string, Review>, lesson: Lesson): Review | undefined =>
  reviews.get(reviewId(lesson)) ?? reviews.get(connectionKey(lesson.connectionId, termOf(lesson.startsAt)))

/** The teacher alone says that a lesson took place: a public review needs attendance, or the word of the other side. */
export const needsWord = ({ attendance }: Pick<Lesson, 'attendance'>): boolean =>
  (attendance?.liveSeconds ?? 0) < attendedSeconds

/** What the learner's side writes. */
export type ReviewText = Pick<Review, 'rating' | 'comment'> & { tookPlace: boolean }

/** @throws problem `session-state`, `review-unattended` */
export function reviewOf(
  lesson: Lesson,
  { rating, comment, tookPlace, by, at }: ReviewText & Pick<Review, 'by' | 'at'>,
): Review {
  if (lesson.status !== 'completed') throw problem('session-state')
  if (needsWord(lesson) && !tookPlace) throw problem('review-unattended')
  const { _id: sessionId, connectionId, teacherId, studentId, childId, startsAt } = lesson
  return {
    _id: reviewId(lesson),
    ...{ sessionId, connectionId, teacherId, studentId, childId, term: termOf(startsAt) },
    ...{ rating, comment: comment.trim(), by, at, answer: '', answeredAt: null },
  }
}

export function writtenEvent(review: Review, parties: Parties | null): EventInput {
  const { _id: reviewId, sessionId: _id, term, rating, by, at } = review
  const ids = lessonIds({ ...review, _id }, parties)
  return {
    type: 'review.written',
    data: { ...ids, reviewId, term, rating, by, at: at.toISOString() },
    personal: namedParties(parties),
  }
}

/** The teacher answers once. @throws problem `session-state` */
export function answerReview(
  review: Review,
  { answer, by, at }: { answer: string; by: string; at: Date },
  { lesson, parties }: { lesson: Lesson; parties: Parties | null },
) {
  if (review.answeredAt) throw problem('session-state')
  const data = { ...lessonIds(lesson, parties), reviewId: review._id, by, at: at.toISOString() }
  return {
    update: { $set: { answer: answer.trim(), answeredAt: at } },
    event: { type: 'review.answered', data, personal: namedParties(parties) },
  } as const
}

/** Without the name of a minor or of an erased person, and without the day, which would tell whose lesson it was. */
export function publicReview(
  { _id: id, rating, comment, answer, at, by, studentId }: Review,
  connection: Pick<ConnectionRow, 'minor'> | undefined,
  person: Pick<PersonRow, 'fullName' | 'erasedAt'> | undefined,
): PublicReview {
  const isMinor = by === studentId && connection?.minor !== false
  const name = isMinor || person?.erasedAt ? '' : firstNameOf(person?.fullName ?? '')
  return {
    ...{ id, rating, comment, answer },
    month: tunisDay(at).slice(0, 7),
    reviewer: name === '' ? null : name,
  }
}
