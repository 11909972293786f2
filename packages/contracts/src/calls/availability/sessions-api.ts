import * as z from 'zod'
import { educationLevelKeys } from '../../reference/levels.ts'
import { groupAudiences } from '../../rules/groups.ts'
import { day, id, instant, line, pageQuery, text } from '../../rules/schemas.ts'
import { attendanceProposals, endCauses, holdCauses } from '../classroom/classroom-api.ts'
import { endpoints, ok, page } from '../endpoint.ts'
import { periodSchema } from './periods-api.ts'

const count = z.number().int().min(0)
const party = ['student', 'parent', 'teacher'] as const

/** `proposed`: the hour is reserved, and the lesson takes place only once a guardian of the minor agrees. */
const sessionStatuses = ['proposed', 'upcoming', 'completed', 'cancelled', 'no-show'] as const
export const sessionStatusSchema = z.enum(sessionStatuses)
export type SessionStatus = (typeof sessionStatuses)[number]
export const sessionTypeSchema = z.enum(['online', 'faceToFace'])

const reviewSchema = z.object({
  rating: z.number().int().min(1).max(5),
  comment: z.string(),
  answer: z.string(),
  at: instant,
})

/** A public review: the author only as an adult's first name, the time only as the month. */
const publicReviewSchema = reviewSchema.omit({ at: true }).extend({
  id,
  month: z.string().regex(/^\d{4}-\d{2}$/),
  reviewer: z.string().nullable(),
})
export type PublicReview = z.output<typeof publicReviewSchema>

const reportSchema = z.object({
  id,
  sessionId: id,
  childId: id.nullable(),
  studentName: z.string(),
  teacherName: z.string(),
  subject: z.string(),
  date: z.iso.date(),
  topics: z.string(),
  /** 1 little … 5 outstanding */
  effort: z.number().int().min(1).max(5),
  homework: z.string(),
  note: z.string(),
  writtenAt: instant,
  readAt: instant.nullable(),
})
export type ProgressReport = z.output<typeof reportSchema>

/** A lesson; times are in Africa/Tunis, independent of the browser. */
const lessonSchema = z.object({
  id,
  connectionId: id,
  seriesId: id.nullable(),
  teacher: z.object({ id, name: z.string() }),
  student: z.object({ id, childId: id.nullable(), name: z.string() }),
  subject: z.string(),
  date: z.iso.date(),
  hour: z.number().int(),
  durationMinutes: z.number().int(),
  /** Set for a seat in a group hour; `price` is in TND, for this learner. */
  group: z
    .object({
      id,
      price: z.number(),
      audience: z.enum(groupAudiences),
      level: z.enum(educationLevelKeys),
      /** Seats, the own one included. */
      capacity: count,
    })
    .nullable(),
  startsAt: instant,
  endsAt: instant,
  type: sessionTypeSchema,
  /** Online: where it is held. */
  meetingLink: z.string(),
  /** Face-to-face: where. */
  place: z.string(),
  /** What the parties noted about it. */
  notes: z.string(),
  /** docs/children.md: 6–10 year olds learn with a parent present. Only a guardian can confirm it. */
  parentPresent: z.boolean(),
  status: sessionStatusSchema,
  /** Its connection is paused: no link, no change, no reminder until an administrator decides. */
  onHold: z.boolean(),
  reason: z.string(),
  /** Proposed: the time limit for a guardian's answer; then the hour becomes free. */
  answerUntil: instant.nullable(),
  /** Proposed: the answer has to confirm that a parent is present. */
  presenceNeeded: z.boolean(),
  canAnswer: z.boolean(),
  /** The notes, until it begins. */
  canChange: z.boolean(),
  /** Also the place, or the link of an online lesson. */
  canChangePlace: z.boolean(),
  canReschedule: z.boolean(),
  /** A move by the caller has to be agreed to by a guardian first. */
  moveNeedsAnswer: z.boolean(),
  canCancel: z.boolean(),
  /** The caller booked it a moment ago and may cancel it until then, however soon it begins. */
  undoUntil: instant.nullable(),
  canComplete: z.boolean(),
  canReview: z.boolean(),
  /** Attendance does not show that it took place: a review has to say so. */
  reviewNeedsWord: z.boolean(),
  canReport: z.boolean(),
  /** When the next progress report is due by the age rule; null when none is. */
  reportDueAt: instant.nullable(),
  /** The classroom's state, once the lesson began there, with the cause of a hold or of the end. */
  room: z
    .object({
      state: z.enum(['live', 'held', 'ended']),
      cause: z.enum([...holdCauses, ...endCauses]).nullable(),
    })
    .nullable(),
  /** The result of the classroom for a lesson that took place there; null before its end and for other lessons. */
  attendance: z.object({ proposal: z.enum(attendanceProposals).nullable(), liveSeconds: count }).nullable(),
  review: reviewSchema.extend({ canAnswer: z.boolean() }).nullable(),
  report: reportSchema.nullable(),
  version: z.number().int(),
})
export type Lesson = z.output<typeof lessonSchema>

/** Of a lesson and of a group hour. */
export const longestLessonMinutes = 120

const one = ok(lessonSchema)
const hour = z.number().int().min(8).max(19)

export const sessionsApi = endpoints({
  'POST /sessions': {
    summary:
      'Books a lesson, or `weeks` weekly ones, on hours that the teacher offers; all or none. What a teacher books for a minor, a learner up to ten years, or a minor at a place or behind a link of its own, is `proposed` until a guardian answers.',
    access: party,
    body: z.strictObject({
      connectionId: id,
      date: day,
      hour,
      durationMinutes: z.number().int().min(15).max(longestLessonMinutes),
      type: sessionTypeSchema,
      weeks: z.number().int().min(1).max(16).default(1),
      /** Dates of the series without a lesson, such as the `closed` ones that a `slot-closed` problem names. */
      leaveOut: z.array(day).max(15).default([]),
      place: line(200, 'connection').default(''),
      meetingLink: line(500, 'link').default(''),
      notes: text(1000, 'connection').default(''),
      parentPresent: z.boolean().default(false),
    }),
    answer: ok(z.array(lessonSchema)),
    status: 201,
    problems: [
      'lessons-ahead-full',
      'not-found',
      'connection-state',
      'connection-paused',
      'slot-taken',
      'slot-not-offered',
      'slot-closed',
      'slot-past',
      'slot-too-soon',
      'lesson-too-long',
      'parent-presence',
      'presence-by-guardian',
      'guardian-answer-missing',
      'guardian-answer-too-late',
      'video-consent-missing',
      'place-required',
      'meeting-link-invalid',
      'details-by-guardian',
    ],
  },
  'GET /sessions': {
    summary:
      'The caller’s lessons: with `status=upcoming` (which includes `proposed` ones) soonest first, else newest first.',
    access: party,
    live: ['lesson'],
    query: z.strictObject({
      status: sessionStatusSchema.optional(),
      childId: id.optional(),
      /** Only lessons that are not over: one that nobody completed stays `upcoming`. */
      ahead: z.literal('true').optional(),
      /** Only the week of this date, Monday to Sunday in Tunisia; soonest first. */
      week: day.optional(),
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(lessonSchema),
    problems: ['cursor-invalid'],
  },
  'GET /sessions/overview': {
    summary: 'The figures of the caller’s dashboard, computed from lessons and reviews.',
    access: party,
    live: ['lesson'],
    answer: ok(
      z.object({
        total: count,
        completed: count,
        upcoming: count,
        cancelled: count,
        hours: z.number(),
        /** Consecutive weeks with a completed lesson, up to this one. */
        streakWeeks: count,
        /** Mean of the reviews that a teacher received or a learner gave; null below three. */
        rating: z.number().nullable(),
        reviewCount: count,
        /** With those that wait for a guardian. */
        next: z.array(lessonSchema).max(3),
        reportsDue: count,
      }),
    ),
    problems: [],
  },
  'GET /sessions/children': {
    summary: 'The figures of each of the caller’s children, computed from lessons and reports.',
    access: ['parent'],
    live: ['lesson', 'child'],
    answer: ok(
      z.array(
        z.object({
          childId: id,
          completed: count,
          upcoming: count,
          lastLessonAt: instant.nullable(),
          nextLessonAt: instant.nullable(),
          reports: count,
          /** Mean effort (1–5) in the progress reports; null below three. */
          averageEffort: z.number().nullable(),
        }),
      ),
    ),
    problems: [],
  },
  'GET /sessions/:id': {
    summary: 'One lesson of the caller.',
    access: party,
    live: ['lesson'],
    answer: one,
    problems: ['not-found'],
  },
  'POST /sessions/:id/answer': {
    summary:
      'A guardian agrees to a proposed lesson or refuses it; one answer for all lessons that were proposed together. `version` guards against an hour that changed since the guardian read it.',
    access: ['parent'],
    body: z.strictObject({
      agreed: z.boolean(),
      parentPresent: z.boolean().default(false),
      version: z.number().int().optional(),
    }),
    answer: one,
    problems: [
      'not-found',
      'session-state',
      'connection-paused',
      'lesson-too-long',
      'parent-presence',
      'video-consent-missing',
      'stale-version',
    ],
  },
  'POST /sessions/:id/reschedule': {
    summary:
      'Moves a lesson to another offered hour that keeps the teacher’s notice, until four hours before. A minor’s lesson that the teacher moves is `proposed` again.',
    access: party,
    body: z.strictObject({ date: day, hour }),
    answer: one,
    problems: [
      'not-found',
      'session-state',
      'connection-paused',
      'session-too-late',
      'slot-taken',
      'slot-not-offered',
      'slot-closed',
      'slot-past',
      'slot-too-soon',
      'lesson-too-long',
      'parent-presence',
      'guardian-answer-missing',
      'guardian-answer-too-late',
      'video-consent-missing',
    ],
  },
  'POST /sessions/:id/details': {
    summary:
      'Changes place, link or notes of a lesson, or with `series` of all that follow in it, until it begins. Of a minor’s lesson a guardian changes the place and the link; a link that the teacher gives makes it `proposed`; all parties change the notes. `version` guards against a stale tab.',
    access: party,
    body: z.strictObject({
      version: z.number().int(),
      place: line(200, 'connection').optional(),
      meetingLink: line(500, 'link').optional(),
      notes: text(1000, 'connection').optional(),
      series: z.boolean().default(false),
    }),
    answer: one,
    problems: [
      'not-found',
      'session-state',
      'connection-paused',
      'details-by-guardian',
      'place-required',
      'meeting-link-invalid',
      'stale-version',
    ],
  },
  'POST /sessions/:id/cancel': {
    summary:
      'Cancels a lesson, or with `series` all that follow in it, until four hours before; a minor’s guardian until it begins; the person who booked it also for 15 minutes after the booking.',
    access: party,
    body: z.strictObject({ reason: text(500, 'connection'), series: z.boolean().default(false) }),
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused', 'session-too-late', 'reason-required'],
  },
  'POST /sessions/:id/complete': {
    summary: 'The teacher says that the lesson took place; possible from its start on.',
    access: ['teacher'],
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused', 'session-not-started'],
  },
  'POST /sessions/:id/no-show': {
    summary: 'Either side says that the other did not come; possible ten minutes after the start.',
    access: party,
    body: z.strictObject({ reason: text(500, 'connection').default('') }),
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused', 'session-not-started'],
  },
  'POST /sessions/:id/not-held': {
    summary:
      'Either side says that the lesson could not take place, where attendance proposes it: it is cancelled, and nobody is at fault.',
    access: party,
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused'],
  },
  'POST /sessions/:id/review': {
    summary: 'The learner or parent rates a completed lesson; one review per pair and school term.',
    access: ['student', 'parent'],
    body: z.strictObject({
      rating: z.number().int().min(1).max(5),
      comment: text(1000, 'everyone').default(''),
      /** The learner's side says that the lesson took place, where attendance does not show it. */
      tookPlace: z.boolean().default(false),
    }),
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused', 'review-exists', 'review-unattended'],
  },
  'POST /sessions/:id/review-answer': {
    summary: 'The teacher answers a review, once.',
    access: ['teacher'],
    body: z.strictObject({ answer: text(1000, 'everyone') }),
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused'],
  },
  'POST /sessions/:id/report': {
    summary: 'The teacher’s progress report on a completed lesson.',
    access: ['teacher'],
    body: z.strictObject({
      topics: text(1000, 'connection'),
      effort: z.number().int().min(1).max(5),
      homework: text(1000, 'connection').default(''),
      note: text(2000, 'connection').default(''),
    }),
    answer: one,
    problems: ['not-found', 'session-state', 'connection-paused', 'report-topics-required'],
  },
  'GET /reports': {
    summary: 'Progress reports that the caller wrote or may read, newest first.',
    access: party,
    live: ['lesson'],
    query: z.strictObject({
      childId: id.optional(),
      /** Only this report. */
      id: id.optional(),
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(reportSchema),
    problems: ['cursor-invalid'],
  },
  'POST /reports/:id/read': {
    summary: 'The learner or guardian has read a progress report.',
    access: ['student', 'parent'],
    answer: ok(reportSchema),
    problems: ['not-found'],
  },
  'GET /reports/:id/report.pdf': {
    summary: 'A progress report as PDF in the reader’s language.',
    access: party,
    content: 'application/pdf',
    problems: ['not-found'],
  },
  'GET /availability/teachers/:id': {
    summary: 'A listed teacher’s free hours of one week: what can be booked.',
    access: 'signed-in',
    live: ['hours'],
    query: z.strictObject({
      /** Default: the first week with a free hour, or this one. */
      week: z.coerce.number().int().min(0).max(8).optional(),
      /** Marks the hours that are also free for the learner of this connection. */
      connectionId: id.optional(),
    }),
    answer: ok(
      z.object({
        week: z.number().int(),
        monday: z.iso.date(),
        free: z.array(z.object({ date: day, hour: z.number().int(), shared: z.boolean() })),
        /** Holidays and special hours of this week: why hours are missing. */
        periods: z.array(periodSchema),
      }),
    ),
    problems: ['not-found'],
  },
  'GET /teachers/:id/reviews': {
    summary: 'The reviews of a listed teacher from three on, newest first; none before.',
    access: 'signed-in',
    live: [],
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(50).default(10),
      /** The last review of the previous page. */
      cursor: z.string().max(64).optional(),
    }),
    answer: page(publicReviewSchema),
    problems: ['not-found', 'cursor-invalid'],
  },
  'GET /me/calendar': {
    summary: 'The secret address of the caller’s calendar feed; `POST` makes a new one and voids the old.',
    access: party,
    live: [],
    answer: ok(z.object({ url: z.string() })),
    problems: [],
  },
  'POST /me/calendar': {
    summary: 'A new secret address for the calendar feed; the old one is void.',
    access: party,
    answer: ok(z.object({ url: z.string() })),
    problems: [],
  },
  'GET /calendar/:file': {
    summary: 'The calendar feed (`<token>.ics`).',
    access: 'public',
    content: 'text/calendar',
    problems: ['not-found'],
  },
})
