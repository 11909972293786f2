import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, languageSchema, pageQuery, roleSchema, text } from '../../rules/schemas.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'

export const alertReasons = [
  'reported',
  'contact-details',
  'secrecy',
  'session-cancelled',
  'session-missed',
  'over-long-booking',
  'returned',
  'guardian-declined',
  'behaviour',
  'danger',
  'other',
] as const
export type AlertReason = (typeof alertReasons)[number]
export const alertSeverities = ['low', 'medium', 'high'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

const someone = z.object({ id, name: z.string() })

const concernedSchema = z.object({
  /** For a minor the first name; without an account for a child that has none. */
  learner: z.object({ name: z.string(), accountId: id.nullable() }).nullable(),
  teacher: someone.nullable(),
  subject: z.string().nullable(),
  /** Start of the lesson concerned. */
  lessonAt: instant.nullable(),
  /** Connections of the learner that are paused until an administrator decides. */
  paused: z.array(
    z.object({
      connectionId: id,
      teacher: z.string(),
      subject: z.string(),
      mayReopen: z.boolean(),
      stoppedAt: instant.optional(),
    }),
  ),
  /** Open connections of the minor that an administrator may pause: one for each teacher. */
  pausable: z.array(z.object({ connectionId: id, teacher: z.string(), learner: z.string() })),
  /** The reporter, the guardians and the teachers, to whom an administrator may write. */
  people: z.array(
    someone.extend({
      part: z.enum(['guardian', 'teacher', 'learner']),
      isReporter: z.boolean(),
      language: languageSchema,
    }),
  ),
})
export type Concerned = z.output<typeof concernedSchema>

const alertSchema = z.object({
  id,
  reason: z.enum(alertReasons),
  severity: z.enum(alertSeverities),
  status: z.enum(['open', 'resolved']),
  minor: z.boolean(),
  /**
   * The person concerned and the reporter; null when there is none, the account was deleted, or the reporter is hidden
   * from a guardian.
   */
  about: someone.nullable(),
  by: someone.nullable(),
  /** For administrators: a report by anybody but a known person pauses nothing by itself. */
  reporter: z.enum(['known', 'unproven', 'stranger']),
  /** The report, and the message it is about. */
  text: z.string(),
  quoted: z.string(),
  connectionId: id.nullable(),
  threadId: id.nullable(),
  sessionId: id.nullable(),
  childId: id.nullable(),
  /** For administrators, where known: the lessons concerned. */
  concerned: concernedSchema.nullable(),
  createdAt: instant,
  /** Answered within 2 hours, investigated within 24. */
  dueAt: instant,
  investigateBy: instant,
  /** When a member of the team took it on. */
  answeredAt: instant.nullable(),
  answeredBy: someone.nullable(),
  /** Where the child lives: the child-protection delegate of this governorate is informed of a danger. */
  governorateId: z.number().int().nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: someone.nullable(),
  note: z.string(),
  /** For administrators: what they did so far, with their notes and messages. */
  steps: z.array(
    z.object({
      kind: z.enum(['paused', 'written']),
      by: someone,
      at: instant,
      /** Who received the message. */
      to: someone.nullable(),
      text: z.string(),
    }),
  ),
  /** Reported from inside a classroom: its board and the messages of the last minute are kept as evidence. */
  fromClassroom: z.boolean(),
  /** How many files of the reported conversation are kept; for administrators. */
  files: z.number().int(),
  /** Whether the caller may resolve it. */
  mayResolve: z.boolean(),
})
export type Alert = z.output<typeof alertSchema>

const safetyRecordSchema = z.object({
  id,
  name: z.string(),
  role: roleSchema,
  /** When the account was created. */
  since: instant,
  /** Of a guardian. */
  children: z.number().int(),
  /** Open ones, as teacher or guardian. */
  connections: z.number().int(),
  /** Of the last three years, about this person or from a connection with this teacher; the newest first. */
  alerts: z.array(
    z.object({
      id,
      reason: z.enum(alertReasons),
      severity: z.enum(alertSeverities),
      status: z.enum(['open', 'resolved']),
      at: instant,
      /** The note of the person who resolved it. */
      outcome: z.string(),
    }),
  ),
})
export type SafetyRecord = z.output<typeof safetyRecordSchema>

const list = z.strictObject({
  status: z.enum(['open', 'resolved']).default('open'),
  /** Only this alert, open or resolved. */
  id: id.optional(),
  ...pageQuery({ limit: 50, max: 200 }),
})

export const safetyApi = endpoints({
  'GET /admin/alerts': {
    summary: 'Safety alerts: open ones by severity and then by due time, resolved ones newest first.',
    access: admins,
    audited: { action: 'alerts.listed', ids: ['id', 'about.id', 'by.id', 'childId'] },
    live: ['alert', 'connection'],
    query: list.extend({
      severity: z.enum(alertSeverities).optional(),
      reason: z.enum(alertReasons).optional(),
      /** `me`: those that the caller has taken up. */
      takenBy: z.enum(['anyone', 'me']).default('anyone'),
    }),
    answer: page(alertSchema),
    problems: ['cursor-invalid'],
  },
  'GET /admin/safety-records': {
    summary:
      'Before a decision: safety alerts of an account, or of the teacher and the guardians of a connection.',
    access: admins,
    audited: { action: 'user.viewed', ids: ['id'] },
    live: ['alert', 'connection'],
    query: z.strictObject({ userId: id.optional(), connectionId: id.optional() }),
    answer: ok(z.array(safetyRecordSchema)),
    problems: [],
  },
  'POST /admin/alerts/:id/answer': {
    summary: 'Assigns an alert to the caller; its reporter is notified.',
    access: admins,
    audited: 'by-handler',
    answer: ok(alertSchema),
    problems: ['not-found', 'alert-resolved', 'alert-taken'],
  },
  'POST /admin/alerts/:id/resolve': {
    summary: 'Closes an alert with a note on what was done.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ note: text(2000, 'staff').default('') }),
    answer: ok(alertSchema),
    problems: ['not-found', 'alert-resolved', 'reason-required'],
  },
  'POST /admin/alerts/:id/pause': {
    summary:
      'Pauses one of the alert’s connections of a minor, with a note for administrators; both sides are told of the pause.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ connectionId: id, note: text(2000, 'staff').default('') }),
    answer: ok(alertSchema),
    problems: ['not-found', 'alert-resolved', 'reason-required', 'connection-state', 'connection-paused'],
  },
  'POST /admin/alerts/:id/messages': {
    summary:
      'Writes to one person of an alert by email, in that person’s language; the alert keeps the message.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ to: id, text: text(2000, 'staff').default('') }),
    answer: ok(alertSchema),
    problems: ['not-found', 'alert-resolved', 'reason-required'],
  },
  'POST /admin/alerts/:id/lesson-messages': {
    summary:
      'Opens the messages of the minute before a concern was reported from inside a classroom; the audit log keeps each view.',
    access: admins,
    audited: 'by-handler',
    answer: ok(
      z.object({
        /** False until the users service has copied them. */
        copied: z.boolean(),
        messages: z.array(z.object({ by: z.string(), at: instant, text: z.string(), held: z.boolean() })),
      }),
    ),
    problems: ['not-found', 'alert-resolved'],
  },
  'GET /safety/alerts': {
    summary: 'Alerts about the caller’s own children.',
    access: ['parent'],
    live: ['alert'],
    query: list,
    answer: page(alertSchema),
    problems: ['cursor-invalid'],
  },
  'POST /safety/alerts/:id/resolve': {
    summary: 'A guardian closes an alert about an own child; those of high severity are the administrators’.',
    access: ['parent'],
    body: z.strictObject({ note: text(2000, 'staff').default('') }),
    answer: ok(alertSchema),
    problems: ['not-found', 'alert-resolved', 'forbidden'],
  },
  'POST /safety/reports': {
    summary: 'Tells the administrators of something that worries the caller.',
    access: ['student', 'parent', 'teacher'],
    body: z.strictObject({
      reason: z.enum(['behaviour', 'contact-details', 'danger', 'other']),
      text: text(2000, 'staff').default(''),
      aboutUserId: id.optional(),
      childId: id.optional(),
      sessionId: id.optional(),
    }),
    answer: done,
    status: 201,
    problems: ['reason-required', 'rate-limited'],
  },
})
