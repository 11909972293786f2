import { createHash } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { dayMs, hourMs, instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { type BookingRequest, planLessons } from '../bookings/plan.ts'
import { cancel, complete, type Lesson, type Moved, reportNoShow } from '../lessons/lesson.ts'
import { lessonEvent } from '../lessons/lesson-event.ts'
import { agreementOf } from '../lessons/venue.ts'
import { wishRefusal } from '../lessons/wish.ts'
import { type ConnectionRow, learnerOf, type Parties } from '../parties/party.ts'
import { type Report, readReport, reportOf, writtenEvent as reportWritten } from '../reports/report.ts'
import { reportDue } from '../reports/report-due.ts'
import { answerReview, type Review, reviewOf, writtenEvent as reviewWritten } from '../reviews/review.ts'
import { cancelReasons, inTurn, reportText, reviewTexts } from './demo-texts.ts'

export type Course = { connection: ConnectionRow; by: string; index: number }
export type Planned = { week: number; date: string; hour: number }

export const startOf = ({ date, hour }: Planned): Date => instantOf(date, hour)

export const requestOf = (
  { connection: { _id: connectionId, minor }, index }: Course,
  { date, hour }: Planned,
): BookingRequest => ({
  ...{ connectionId, date, hour, weeks: 1, leaveOut: [], durationMinutes: minor ? 45 : 60 },
  ...{ type: index % 3 === 0 ? 'faceToFace' : 'online', place: 'Bibliothèque publique' },
  // an empty link: the platform's own classroom
  ...{ meetingLink: '', parentPresent: minor },
})

type Context = { parties: Parties; publicUrl: string }
type Made<T> = { doc: T; events: EventInput[] }

/**
 * The past lessons of a course in their final state with their reports and the review, each with the events that the
 * commands would have written: a command for each step would delay the demo by half a minute. Every second lesson has a
 * report; the latest ones are not read yet. A learner reviews the teacher after the first lesson of the last five weeks
 * that took place.
 */
export function pastCourse(course: Course, past: readonly Planned[], context: Context) {
  const lessons: Made<Lesson>[] = []
  const reports: Made<Report>[] = []
  const reviews: Made<Review>[] = []
  for (const planned of past) {
    const lesson = pastLesson(course, planned, context, (held) =>
      reportDue(ageRuleOn(held.startsAt, learnerOf(course.connection)).reports, {
        endsAt: held.endsAt,
        since: reports.at(-1)?.doc.writtenAt ?? null,
        isWaiting: lessons.some(({ doc }) => doc.reportDueAt !== null),
      }),
    )
    if (!lesson) continue
    lessons.push(lesson)
    if (lesson.doc.status !== 'completed') continue
    if (planned.week % 2 === 0) {
      reports.push(pastReport(course, lesson.doc, planned.week, context))
      // a report covers every lesson up to its own
      for (const { doc } of lessons) doc.reportDueAt = null
    }
    if (planned.week >= -5 && reviews.length === 0) reviews.push(pastReview(course, lesson.doc, context))
  }
  return { lessons, reports, reviews }
}

/** @returns null when the age of the learner does not allow it */
function pastLesson(
  course: Course,
  planned: Planned,
  { parties, publicUrl }: Context,
  dueAfter: (lesson: Lesson) => Date | null,
): Made<Lesson> | null {
  const { connection, by } = course
  const startsAt = startOf(planned)
  const at = new Date(startsAt.getTime() - 3 * dayMs)
  // always the same, so that several processes insert it once
  const _id = digest(`demo ${connection._id} ${startsAt.toISOString()}`)
  const [plan] = planLessons(connection, requestOf(course, planned), { by, token: _id, at })
  if (!plan || wishRefusal(plan, learnerOf(connection))) return null
  const lesson = {
    ...plan,
    _id,
    agreedVenue: connection.guardianIds.includes(by) ? agreementOf(plan, by) : null,
  }
  const booked = { happened: { type: 'session.booked' }, by, announces: [lesson], at, publicUrl } as const
  const { moved, movedAt } = endOf(course, planned.week, lesson, dueAfter)
  const doc = { ...lesson, ...moved.changes }
  const events = [
    lessonEvent(lesson, parties, booked),
    lessonEvent(doc, parties, { ...moved, at: movedAt, publicUrl }),
  ]
  return { doc, events }
}

/** Most lessons took place; some were cancelled, to some the learner did not come. */
function endOf(
  { connection: { teacherId }, by, index }: Course,
  week: number,
  lesson: Lesson,
  dueAfter: (lesson: Lesson) => Date | null,
): { moved: Moved; movedAt: Date } {
  const outcome = (index * 7 + week * 5 + 703) % 11
  if (outcome === 3) {
    const at = new Date(lesson.startsAt.getTime() - dayMs)
    const reason = inTurn(cancelReasons, index)
    return { moved: cancel(lesson, { by, reason, series: [lesson], at }), movedAt: at }
  }
  const at = new Date(lesson.startsAt.getTime() + hourMs)
  const reason = 'Sans nouvelles après vingt minutes'
  const moved =
    outcome === 7
      ? reportNoShow(lesson, { by: teacherId, reason, at })
      : complete(lesson, { by: teacherId, at, reportDueAt: dueAfter(lesson) })
  return { moved, movedAt: at }
}

function pastReport({ by, index }: Course, lesson: Lesson, week: number, { parties }: Context): Made<Report> {
  const at = new Date(lesson.startsAt.getTime() + hourMs)
  const text = reportText(lesson.subject, index - Math.floor(week / 2))
  const report = reportOf(lesson, { ...text, effort: 3 + ((index + 8 - week) % 3) }, at)
  const read = week < -2 ? readReport(report, { by, at }) : null
  const events = [reportWritten(report, parties), ...(read ? [read.event] : [])]
  return { doc: { ...report, ...read?.update.$set }, events }
}

function pastReview({ connection, by, index }: Course, lesson: Lesson, { parties }: Context): Made<Review> {
  const at = new Date(lesson.startsAt.getTime() + hourMs)
  const { comment, rating, answer } = inTurn(reviewTexts, index)
  const review = reviewOf(lesson, { rating, comment, tookPlace: true, by, at })
  const answered = answer
    ? answerReview(review, { answer, by: connection.teacherId, at }, { lesson, parties })
    : null
  const events = [reviewWritten(review, parties), ...(answered ? [answered.event] : [])]
  return { doc: { ...review, ...answered?.update.$set }, events }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
