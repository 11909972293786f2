import * as z from 'zod'
import { sessionStatusSchema, sessionTypeSchema } from '../calls/availability/sessions-api.ts'
import { educationLevelKeys } from '../reference/levels.ts'
import { groupAudiences } from '../rules/groups.ts'
import { id, roleSchema } from '../rules/schemas.ts'
import { actionOn } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { pair, person } from './event-parts.ts'
import { lessonUpdate } from './live-update.ts'

/** A lesson's full state after the event. */
const session = z.object({
  sessionId: id,
  connectionId: id,
  seriesId: id.optional(),
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
  minor: z.boolean(),
  subject: z.string(),
  status: sessionStatusSchema,
  startsAt: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number().int(),
  type: sessionTypeSchema,
  /** Increases with every move and cancellation: the SEQUENCE of its calendar entry. */
  revision: z.number().int(),
  /**
   * Set for a seat in a group hour; `price` is in TND, for this learner. `inClassroom`: the seats share one room of our
   * own classroom; absent for groups that meet at a link or a place.
   */
  group: z
    .object({
      groupId: id,
      price: z.number(),
      audience: z.enum(groupAudiences),
      level: z.enum(educationLevelKeys),
      /** Seats, the own one included. */
      capacity: z.number().int(),
      inClassroom: z.boolean().optional(),
    })
    .optional(),
  /** The account that did it; absent for time limits and automatic endings. */
  by: id.optional(),
  /**
   * The lessons that the mail about this event lists. For a series the event of the first lesson has all of them, the
   * others none.
   */
  announces: z.array(
    z.object({ sessionId: id, startsAt: z.string(), endsAt: z.string(), revision: z.number().int() }),
  ),
  at: z.string(),
})

const sessionPeople = z.object({
  teacher: person.optional(),
  student: person.partial({ email: true }).optional(),
  guardians: z.array(person.extend({ userId: id })),
  place: z.string(),
  meetingLink: z.string(),
  /** What the parties noted. */
  notes: z.string(),
  /** The text of the person who cancelled or reported an absence. */
  reason: z.string(),
})

const pairPeople = sessionPeople.pick({ teacher: true, student: true, guardians: true })

/** Holidays and special hours, without their names. */
const period = {
  topic: 'availability-events',
  producer: 'availability',
  data: z.object({
    periodId: id,
    kind: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    by: id,
    at: z.string(),
  }),
  audit: actionOn('periodId'),
  activity: true,
} as const

/** What every event that changes a lesson shares. */
const lessonChange = {
  topic: 'session-events',
  producer: 'availability',
  data: session,
  personal: sessionPeople,
  live: lessonUpdate,
  liveForAdmins: 'lesson',
} as const

export const lessonEvents = defineEvents({
  'session.booked': {
    summary: 'A lesson was booked, alone or in a weekly series, or a guardian agreed to a proposed one.',
    ...lessonChange,
  },
  'session.proposed': {
    summary:
      'A lesson of a minor was booked, moved or given a link by the teacher, booked at a place or link by the minor, or booked by a learner up to ten years: it waits for a guardian’s answer.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({
      proposedUntil: z.string(),
      /** The former hour of a moved lesson, which is free again. */
      previousStartsAt: z.string().optional(),
    }),
    personal: sessionPeople,
    live: lessonUpdate,
    liveForAdmins: 'lesson',
  },
  'session.moved': {
    summary: 'A lesson was moved to another hour; reminders of the old one are void.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({ previousStartsAt: z.string() }),
    personal: sessionPeople,
    live: lessonUpdate,
    liveForAdmins: 'lesson',
  },
  'session.changed': {
    summary: 'A party changed place, link or notes of a lesson; its hour stays.',
    topic: 'session-events',
    producer: 'availability',
    data: session,
    personal: sessionPeople,
    live: lessonUpdate,
  },
  'session.cancelled': {
    summary: 'A lesson was cancelled by a party or fell away with what it rested on.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({
      cause: z.enum([
        'party',
        'connection-ended',
        'connection-paused',
        'not-confirmed',
        'consent-withdrawn',
        'age-rule',
        'account-suspended',
        'account-erased',
        'group-cancelled',
        'group-too-small',
        'group-level',
        'not-held',
      ]),
    }),
    personal: sessionPeople,
    live: lessonUpdate,
    liveForAdmins: 'lesson',
  },
  'session.held': {
    summary: 'Its connection is paused: the lesson is on hold, without a link, reminders or changes.',
    topic: 'session-events',
    producer: 'availability',
    data: session,
    personal: sessionPeople,
    live: lessonUpdate,
  },
  'session.resumed': {
    summary: 'Its connection was reopened before the lesson began: it takes place as booked.',
    topic: 'session-events',
    producer: 'availability',
    data: session,
    personal: sessionPeople,
    live: lessonUpdate,
  },
  'session.reminder-due': {
    summary: 'It is 24 hours or one hour before a lesson.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({ reminder: z.enum(['24h', '1h']) }),
    personal: sessionPeople,
  },
  'session.completed': {
    summary: 'The teacher confirmed that a lesson took place.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({ reportDueAt: z.string().optional() }),
    personal: sessionPeople,
    live: lessonUpdate,
    liveForAdmins: 'lesson',
  },
  'session.no-show': {
    summary: 'One side reported that the other did not come.',
    ...lessonChange,
  },
  'session.over-long-attempted': {
    summary:
      'Someone tried to book a lesson longer than the learner’s age allows; reported once a day and connection.',
    topic: 'attempt-events',
    producer: 'availability',
    data: pair.omit({ sessionId: true }).extend({
      attemptId: id,
      by: id,
      durationMinutes: z.number().int(),
      maxMinutes: z.number().int(),
      at: z.string(),
    }),
  },
  'review.written': {
    summary: 'A learner or parent rated a teacher; one review per pair and school term.',
    topic: 'rating-events',
    producer: 'availability',
    data: pair.extend({
      reviewId: id,
      term: z.string(),
      rating: z.number().int().min(1).max(5),
      by: id,
      at: z.string(),
    }),
    personal: pairPeople,
    live: lessonUpdate,
  },
  'review.answered': {
    summary: 'The teacher answered a review.',
    topic: 'rating-events',
    producer: 'availability',
    data: pair.extend({ reviewId: id, by: id, at: z.string() }),
    personal: pairPeople,
    live: lessonUpdate,
  },
  'report.written': {
    summary: 'A teacher wrote a progress report on a lesson.',
    topic: 'report-events',
    producer: 'availability',
    data: pair.extend({ reportId: id, subject: z.string(), at: z.string() }),
    /** `text`: what the teacher wrote, for the sealed words of the connection. */
    personal: pairPeople.extend({ text: z.string() }),
    live: lessonUpdate,
  },
  'report.read': {
    summary: 'The learner or a guardian read a progress report for the first time.',
    topic: 'report-events',
    producer: 'availability',
    data: z.object({ reportId: id, sessionId: id, teacherId: id, by: id, at: z.string() }),
    // the teacher's read mark, and other tabs of the reader
    live: (data: { teacherId: string; by: string; sessionId: string }) => ({
      to: [data.teacherId, data.by],
      event: { kind: 'lesson', id: data.sessionId },
    }),
  },
  'period.saved': {
    summary:
      'An administrator added or changed a holiday or special hours; `from` and `to` are dates in Tunisia.',
    ...period,
  },
  'period.removed': {
    summary: 'An administrator removed a holiday or special hours.',
    ...period,
  },
  'availability.saved': {
    summary:
      'A weekly grid was saved; `slots` are `day*100+hour` of the free hours; `monday` names the week when it is not the template.',
    topic: 'availability-events',
    producer: 'availability',
    data: z.object({
      userId: id,
      role: roleSchema,
      weekOffset: z.number().int(),
      slots: z.array(z.number().int()),
      monday: z.iso.date().optional(),
    }),
  },
})
