import { indexOutbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, type Model, Schema } from 'mongoose'
import type { Booking } from './bookings.ts'
import type { CalendarKey } from './calendar-key.ts'
import type { Claim, Lesson } from './lesson.ts'
import type { ConnectionRow, PersonRow } from './parties.ts'
import type { Report } from './reports.ts'
import type { Review } from './reviews.ts'

export type LessonDocument = Lesson & Outboxed
export type ReportDocument = Report & Outboxed
export type ReviewDocument = Review & Outboxed
/** Told and forgotten: nothing but its event. */
export type AttemptDocument = { _id: string; at: Date } & Outboxed

/** A slot that is over needs no owner; a booking is proof for as long as anybody could still ask. */
const claimSeconds = 2 * 24 * 3600
const bookingSeconds = 30 * 24 * 3600
const string = { type: String }
const date = { type: Date }
const number = { type: Number }
const flag = { type: Boolean }
const options = { versionKey: false, minimize: false } as const

export type SessionModels = ReturnType<typeof sessionModels>

export function sessionModels(connection: Connection) {
  const lessons = new Schema(
    {
      _id: { type: String, required: true },
      ...fields(string, 'connectionId', 'seriesId', 'teacherId', 'studentId', 'childId', 'subject', 'type'),
      ...fields(
        string,
        'place',
        'meetingLink',
        'status',
        'reason',
        'cause',
        'bookedBy',
        'token',
        'remindKind',
      ),
      ...fields(date, 'startsAt', 'endsAt', 'bookedAt', 'completedAt', 'reportDueAt', 'remindAt'),
      ...fields(number, 'durationMinutes', 'revision'),
      parentPresent: flag,
      partyIds: [String],
      ...outboxFields,
    },
    options,
  )
  lessons.index({ partyIds: 1, startsAt: 1 })
  lessons.index({ teacherId: 1, startsAt: 1 })
  lessons.index({ studentId: 1, startsAt: 1 })
  lessons.index({ connectionId: 1, startsAt: 1 })
  lessons.index({ seriesId: 1, startsAt: 1 })
  lessons.index({ remindAt: 1 })
  indexOutbox(lessons)

  const claims = new Schema(
    {
      _id: { type: String, required: true },
      lessonId: string,
      token: string,
      hourAt: date,
      at: date,
      openAt: date,
    },
    options,
  )
  claims.index({ lessonId: 1 })
  claims.index({ token: 1 })
  claims.index({ openAt: 1 }, { sparse: true })
  claims.index({ hourAt: 1 }, { expireAfterSeconds: claimSeconds })

  const bookings = new Schema(
    {
      _id: { type: String, required: true },
      kind: string,
      lessons: [Object],
      move: Object,
      release: [Object],
      by: string,
      at: date,
      openAt: date,
    },
    options,
  )
  bookings.index({ openAt: 1 }, { sparse: true })
  bookings.index({ at: 1 }, { expireAfterSeconds: bookingSeconds })

  const connections = new Schema(
    {
      _id: { type: String, required: true },
      ...fields(
        string,
        'status',
        'teacherId',
        'studentId',
        'childId',
        'requesterId',
        'subject',
        'studentName',
      ),
      guardianIds: [String],
      partyIds: [String],
      ...fields(flag, 'minor', 'videoWithdrawn'),
      learnerBirthYear: number,
      ...projectionFields,
    },
    options,
  )
  connections.index({ partyIds: 1 })

  const people = new Schema(
    {
      _id: { type: String, required: true },
      ...fields(string, 'fullName', 'email', 'language', 'role', 'status'),
      ...fields(flag, 'profileVisible'),
      ...fields(date, 'namedAt', 'languageAt'),
      ...projectionFields,
    },
    options,
  )

  const reviews = new Schema(
    {
      _id: { type: String, required: true },
      ...fields(string, 'sessionId', 'connectionId', 'teacherId', 'studentId', 'childId', 'term', 'comment'),
      ...fields(string, 'by', 'answer'),
      rating: number,
      ...fields(date, 'at', 'answeredAt'),
      ...outboxFields,
    },
    options,
  )
  reviews.index({ teacherId: 1, at: -1 })
  reviews.index({ by: 1, at: -1 })
  indexOutbox(reviews)

  const reports = new Schema(
    {
      _id: { type: String, required: true },
      ...fields(string, 'connectionId', 'teacherId', 'studentId', 'childId', 'subject', 'topics', 'homework'),
      ...fields(string, 'note', 'readBy'),
      effort: number,
      partyIds: [String],
      ...fields(date, 'startsAt', 'writtenAt', 'readAt'),
      ...outboxFields,
    },
    options,
  )
  reports.index({ partyIds: 1, writtenAt: -1 })
  reports.index({ connectionId: 1, writtenAt: -1 })
  indexOutbox(reports)

  const attempts = new Schema({ _id: { type: String, required: true }, at: date, ...outboxFields }, options)
  attempts.index({ at: 1 }, { expireAfterSeconds: bookingSeconds })
  indexOutbox(attempts)

  const calendars = new Schema(
    { _id: { type: String, required: true }, salt: string, tokenHash: string },
    options,
  )
  calendars.index({ tokenHash: 1 })

  return {
    lessons: connection.model<LessonDocument>('lesson', lessons) as Model<LessonDocument>,
    claims: connection.model<Claim>('claim', claims),
    bookings: connection.model<Booking>('booking', bookings),
    connections: connection.model<ConnectionRow>('connection', connections),
    people: connection.model<PersonRow>('person', people),
    reviews: connection.model<ReviewDocument>('review', reviews),
    reports: connection.model<ReportDocument>('report', reports),
    attempts: connection.model<AttemptDocument>('attempt', attempts),
    calendars: connection.model<CalendarKey>('calendar', calendars),
  }
}

/** Those whose events the relay publishes. */
export function outboxed({ lessons, reviews, reports, attempts }: SessionModels) {
  return [lessons, reviews, reports, attempts]
}

function fields<T>(type: T, ...names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, type]))
}
