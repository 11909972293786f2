import * as z from 'zod'
import { consentPurposes } from '../calls/users/children-api.ts'
import { agreementSchema, connectionStatusSchema, pausedForSchema } from '../calls/users/connections-api.ts'
import { educationLevelKeys } from '../reference/levels.ts'
import { id } from '../rules/schemas.ts'
import type { AuditEntry } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { person } from './event-parts.ts'
import { connectionUpdate, type LiveUpdate } from './live-update.ts'

/** A connection's full state after the event, so that the newest event is enough. */
const connection = z.object({
  connectionId: id,
  status: connectionStatusSchema,
  teacherId: id,
  /** The learner's account; absent for a child without one. */
  studentId: id.optional(),
  childId: id.optional(),
  /** The learner's guardians; they read along and may book, cancel and read reports. */
  guardianIds: z.array(id),
  requesterId: id,
  subject: z.string(),
  minor: z.boolean(),
  /** Decides the allowed forms of a lesson (docs/children.md); null when not given. */
  learnerBirthYear: z.number().int().nullable(),
  /** The learner's school level, updated while the connection is open; absent when the learner did not say. */
  learnerLevel: z.enum(educationLevelKeys).optional(),
  needs: z.object({ teacher: agreementSchema, guardian: agreementSchema, admin: agreementSchema }),
  /** True while the guardian's consent to video lessons is withdrawn: only face-to-face lessons are allowed. */
  videoWithdrawn: z.boolean().optional(),
  /** Its people who blocked the other side, in whichever of their connections; absent without any. */
  blockedBy: z.array(id).optional(),
  /** Reasons for an administrator's review besides the learner's age. */
  flags: z.array(z.string()),
  /** The account that changed it; absent for time limits and automatic endings. */
  by: id.optional(),
  adminReviewedAt: z.string().optional(),
  /** When the alert that paused it was raised; absent once an administrator has decided. */
  stoppedAt: z.string().optional(),
  pausedFor: pausedForSchema,
  /** Of the change that let the held message of the request through. */
  released: z.literal(true).optional(),
  requestedAt: z.string(),
  /** When it was last approved, refused or ended; null before. */
  decidedAt: z.string().nullable(),
  at: z.string(),
})

const consent = z.object({
  consentId: id,
  childId: id,
  purpose: z.enum(consentPurposes),
  /** Null: for every teacher. */
  teacherId: id.nullable(),
  textVersion: z.string(),
  by: id,
  at: z.string(),
})

const consented = ({ by, childId, purpose, at }: z.output<typeof consent>): AuditEntry => ({
  by,
  target: childId,
  detail: purpose,
  at,
})

/** Names for mails and for lists of services that own no profiles. `note` is the text of the person who changed it. */
const connectionPeople = z.object({
  teacher: person,
  student: person.partial({ email: true }),
  guardians: z.array(person.extend({ userId: id })),
  message: z.string(),
  note: z.string(),
  /** For a declined or expired request: names of teachers that the learner could ask instead. */
  alternatives: z.array(z.string()).optional(),
})

/** A place held for the first of a waiting list. */
const place = z.object({
  waitingRequestId: id,
  teacherId: id,
  requesterId: id,
  subject: z.string(),
  offeredUntil: z.string(),
  at: z.string(),
})
const placeUpdate = ({ requesterId, waitingRequestId }: z.output<typeof place>): LiveUpdate => ({
  to: [requesterId],
  event: { kind: 'connection', id: waitingRequestId },
})

/** What every event that changes a connection shares. */
const connectionChange = {
  topic: 'connection-events',
  producer: 'users',
  data: connection,
  personal: connectionPeople,
  live: connectionUpdate,
  liveForAdmins: 'connection',
} as const

export const connectionEvents = defineEvents({
  'connection.requested': {
    summary: 'A learner or a parent asked a teacher for lessons.',
    ...connectionChange,
  },
  'connection.agreed': {
    summary: 'One of those who must agree did; others are still waited for.',
    ...connectionChange,
  },
  'connection.approved': {
    summary: 'All who had to have agreed: lessons and messages may begin.',
    ...connectionChange,
  },
  'connection.declined': {
    summary: 'The teacher, a guardian or an administrator refused.',
    ...connectionChange,
  },
  'connection.cancelled': { summary: 'Whoever asked took the request back.', ...connectionChange },
  'connection.expiring': {
    summary: 'A request was open for 48 hours; those who are waited for are reminded.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
    liveForAdmins: 'connection',
  },
  'connection.expired': { summary: 'Nobody decided within 72 hours.', ...connectionChange },
  'connection.ended': {
    summary:
      'One side ended an approved connection, a consent it rested on was withdrawn, or an administrator’s refusal came after the others had agreed.',
    ...connectionChange,
  },
  'connection.suspended': {
    summary:
      'A safety alert about a minor paused a connection: no messages, bookings or joining until an administrator decides.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
    audit: (data: { connectionId: string; at: string }) => ({
      by: '',
      target: data.connectionId,
      at: data.at,
    }),
    live: connectionUpdate,
    liveForAdmins: 'connection',
  },
  'connection.reopened': {
    summary: 'An administrator reopened a paused connection; it is again what it was before.',
    ...connectionChange,
  },
  'connection.changed': {
    summary:
      'Who guards the learner, the year of birth, the school level or what is consented to changed, or a guardian let the held message through; everything else stands.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
    live: connectionUpdate,
  },
  'place.offered': {
    summary: 'A teacher has a free place: it is held for 24 hours for the next of the waiting list.',
    topic: 'connection-events',
    producer: 'users',
    data: place,
    personal: person.extend({ teacherName: z.string() }),
    live: placeUpdate,
  },
  'place.lapsed': {
    summary: 'Who was offered a place did not take it in time and is no longer on the waiting list.',
    topic: 'connection-events',
    producer: 'users',
    data: place,
    personal: person.extend({ teacherName: z.string() }),
    live: placeUpdate,
  },
  'consent.given': {
    summary: 'A guardian consented to one purpose for a child.',
    topic: 'consent-events',
    producer: 'users',
    data: consent.extend({
      /** The guardian who withdrew the same less than seven days before: the consent does not count until this one agrees. */
      waitsFor: id.optional(),
    }),
    personal: z.object({
      /** A guardian who withdrew the same earlier, and the names for the mail to this person. */
      contested: z
        .object({ guardian: person.extend({ userId: id }), childName: z.string(), guardianName: z.string() })
        .optional(),
    }),
    audit: consented,
  },
  'consent.withdrawn': {
    summary: 'A guardian took a consent back; what rested on it ends.',
    topic: 'consent-events',
    producer: 'users',
    data: consent,
    audit: consented,
  },
  'upgrade.requested': {
    summary: 'A teacher asked for an unlimited number of connections.',
    topic: 'upgrade-events',
    producer: 'users',
    data: z.object({ teacherId: id, at: z.string() }),
    personal: person.extend({ reason: z.string() }),
    liveForAdmins: 'connection',
  },
})
