import * as z from 'zod'
import { preferredTimes } from '../../reference/hours.ts'
import { teacherSubjects } from '../../reference/subjects.ts'
import { holdCauses } from '../../rules/contact-details/found.ts'
import { id, instant, line, pageQuery, text } from '../../rules/schemas.ts'
import { endpoints, ok, page } from '../endpoint.ts'

const count = z.number().int().min(0)

/**
 * product.md §5: pending → approved once all required people have agreed. `suspended`: paused by a safety alert; only
 * an administrator reopens or ends it.
 */
const connectionStatuses = [
  'pending',
  'approved',
  'suspended',
  'declined',
  'cancelled',
  'expired',
  'ended',
] as const
export const connectionStatusSchema = z.enum(connectionStatuses)
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** Open: it takes a place, and the teacher may see a minor's first name. */
export const openConnectionStatuses = [
  'pending',
  'approved',
  'suspended',
] as const satisfies readonly ConnectionStatus[]
/** Closed; removed after the period in retention.ts. */
export const closedConnectionStatuses = [
  'declined',
  'cancelled',
  'expired',
  'ended',
] as const satisfies readonly ConnectionStatus[]
export const isOpenConnection = ({ status }: { readonly status: ConnectionStatus }): boolean =>
  openConnectionStatuses.some((open) => open === status)

/** `none`: this agreement is not needed. */
export const agreementSchema = z.enum(['none', 'waiting', 'agreed', 'refused'])
export type Agreement = z.output<typeof agreementSchema>

/** Reasons for an administrator's review besides the learner's age. */
const connectionFlags = [
  'contact-details',
  'many-requests',
  'consent-withdrawn',
  'adult-at-school',
  'same-person',
] as const
export type ConnectionFlag = (typeof connectionFlags)[number]

/** Notes for the teacher by a learner, or by the parent of a child without an account. */
const learnerDetailsSchema = z.object({
  subjects: z.array(z.string()),
  otherSubject: z.string(),
  adultLearningType: z.string(),
  professionalCareer: z.string(),
  englishLevel: z.string(),
  additionalInfo: z.string(),
})
export type LearnerDetails = z.output<typeof learnerDetailsSchema>

/** When lessons would suit the learner. */
export const preferredTimesSchema = z.array(z.enum(preferredTimes)).max(preferredTimes.length)

/** Why it is paused: what the teacher wrote at that time. Absent after a report by a person, which stays confidential. */
export const pausedForSchema = z.object({ at: instant, found: z.array(z.enum(holdCauses)) }).optional()
export type PausedFor = NonNullable<z.output<typeof pausedForSchema>>

const connectionSchema = z.object({
  id,
  status: connectionStatusSchema,
  subject: z.enum(teacherSubjects),
  message: z.string(),
  /** The message has contact details: the teacher sees it once a guardian lets it through. */
  held: z.literal(true).optional(),
  pausedFor: pausedForSchema,
  /** spec §3 preferredSchedule */
  preferredTimes: preferredTimesSchema,
  needs: z.object({ teacher: agreementSchema, guardian: agreementSchema, admin: agreementSchema }),
  teacher: z.object({
    id,
    name: z.string(),
    /** Names the photo (`GET /photos/:photo`); null without one. */
    photo: z.string().nullable(),
    governorateId: z.number().int().nullable(),
  }),
  /**
   * The learner: an account or, with `childId`, a parent's child. Before approval and for a child only first name,
   * level, grade and governorate (product.md §7). For the teacher of a closed connection not even these.
   */
  student: z.object({
    id,
    childId: id.nullable(),
    name: z.string(),
    minor: z.boolean(),
    educationLevel: z.string(),
    grade: z.string(),
    section: z.string(),
    governorateId: z.number().int().nullable(),
    /** For the teacher of an approved connection only; of a learner with an account only if the learner allows it. */
    details: learnerDetailsSchema.nullable(),
  }),
  /** The other side's phone and e-mail: after approval, and only when that side allows it. */
  contact: z.object({ phone: z.string(), email: z.string() }).nullable(),
  /** Allowed forms of a lesson by the learner's age and the guardian's consents, while approved. */
  lessons: z
    .object({
      maxMinutes: z.number().int(),
      /** A parent has to be present. */
      parentPresent: z.boolean(),
      /** False: face-to-face only. */
      online: z.boolean(),
    })
    .nullable(),
  requestedAt: instant,
  /** 72 hours after the request, while it is pending. */
  expiresAt: instant.nullable(),
  decidedAt: instant.nullable(),
  adminReviewedAt: instant.nullable(),
  /** The note of the person who decided, cancelled or ended it. */
  note: z.string(),
  /** Actions that the caller may take now, decided by the server. */
  actions: z.array(z.enum(['accept', 'decline', 'cancel', 'consent', 'end', 'release'])),
  threadId: id.nullable(),
  version: z.number().int(),
})
export type Connection = z.output<typeof connectionSchema>

const quotaSchema = z.object({
  plan: z.enum(['free', 'unlimited']),
  /** Approved connections, and those that the teacher has accepted. */
  used: count,
  /** Null: unlimited. */
  limit: count.nullable(),
  upgrade: z.object({ status: z.enum(['open', 'granted', 'refused']), at: instant }).nullable(),
})
export type Quota = z.output<typeof quotaSchema>

const note = z.strictObject({ note: text(1000, 'connection').default('') })
const decided = ok(connectionSchema)
const moves = ['not-found', 'connection-state', 'connection-paused'] as const

export const connectionsApi = endpoints({
  'POST /connections': {
    summary: 'Asks a teacher for lessons, for oneself or (a parent) for a child.',
    access: ['student', 'parent'],
    body: z.strictObject({
      teacherId: id,
      /** A key or, as at registration, a label in any of the three languages. */
      subject: line(60, 'nobody'),
      message: text(1000, 'held').default(''),
      preferredTimes: preferredTimesSchema.default([]),
      childId: id.optional(),
    }),
    answer: decided,
    status: 201,
    problems: [
      'not-found',
      'connection-exists',
      'connection-waiting',
      'requests-full',
      'teacher-full',
      'birth-year-required',
      'connection-paused',
      'connection-excluded',
      'guardian-consent-required',
      'child-required',
      'child-of-age',
      'profile-not-ready',
    ],
  },
  'GET /connections': {
    summary: 'The caller’s connections, newest first: `sent` as learner or guardian, `received` as teacher.',
    access: ['student', 'parent', 'teacher'],
    live: ['connection'],
    query: z.strictObject({
      box: z.enum(['sent', 'received']).optional(),
      status: connectionStatusSchema.optional(),
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(connectionSchema).extend({ pending: count }),
    problems: ['cursor-invalid'],
  },
  'GET /connections/:id': {
    summary: 'One connection of the caller.',
    access: ['student', 'parent', 'teacher'],
    live: ['connection'],
    answer: decided,
    problems: ['not-found'],
  },
  'POST /connections/:id/accept': {
    summary: 'The teacher agrees; approved once all others have too.',
    access: ['teacher'],
    body: note,
    answer: decided,
    problems: [...moves, 'teacher-not-approved', 'connection-quota'],
  },
  'POST /connections/:id/decline': {
    summary: 'The teacher, or the guardian of a minor, refuses.',
    access: ['teacher', 'parent'],
    body: note,
    answer: decided,
    problems: [...moves, 'teacher-not-approved'],
  },
  'POST /connections/:id/consent': {
    summary: 'The guardian of a minor agrees; the consent is kept in the ledger.',
    access: ['parent'],
    body: note,
    answer: decided,
    problems: [...moves, 'consent-withdrawn'],
  },
  'POST /connections/:id/release': {
    summary: 'The guardian lets the held message of a request through.',
    access: ['parent'],
    answer: decided,
    problems: [...moves],
  },
  'POST /connections/:id/cancel': {
    summary: 'Whoever asked takes the request back.',
    access: ['student', 'parent'],
    body: note,
    answer: decided,
    problems: [...moves],
  },
  'POST /connections/:id/end': {
    summary: 'Either side ends an approved connection.',
    access: ['student', 'parent', 'teacher'],
    body: note,
    answer: decided,
    problems: [...moves],
  },
  'GET /me/quota': {
    summary: 'How many connections a teacher holds and may hold.',
    access: ['teacher'],
    live: ['connection'],
    answer: ok(quotaSchema),
    problems: ['profile-not-ready'],
  },
  'POST /me/upgrade-request': {
    summary: 'Asks the administrators, free of charge, for an unlimited number of connections.',
    access: ['teacher'],
    body: z.strictObject({ reason: text(1000, 'staff').default('') }),
    answer: ok(quotaSchema),
    problems: ['upgrade-open', 'teacher-not-approved'],
  },
})
