import * as z from 'zod'
import { id, instant, languageSchema, line, text } from '../../rules/schemas.ts'
import { done, endpoints, ok } from '../endpoint.ts'

const childSchema = z.object({
  id,
  firstName: z.string(),
  /** Null only for a learner's own account without a year of birth. */
  birthYear: z.number().int().nullable(),
  educationLevel: z.string(),
  grade: z.string(),
  /** Section of the baccalaureate; empty for a grade without sections. */
  section: z.string(),
  schoolType: z.string(),
  educationalProgram: z.string(),
  subjects: z.array(z.string()),
  /** The parent's notes for the teacher. */
  additionalInfo: z.string(),
  /** The learner's own account, when there is one. */
  accountId: id.nullable(),
  guardians: z.array(z.object({ id, name: z.string() })),
  activeConnections: z.number().int().min(0),
  currentTeachers: z.array(z.object({ id, name: z.string() })),
  version: z.number().int(),
})
export type Child = z.output<typeof childSchema>

const childFields = z.strictObject({
  firstName: line(60, 'everyone'),
  birthYear: z.number().int(),
  educationLevel: line(40, 'everyone'),
  grade: line(60, 'everyone'),
  section: line(60, 'everyone'),
  schoolType: line(20, 'everyone'),
  educationalProgram: line(40, 'everyone'),
  subjects: z.array(line(60, 'everyone')).max(20),
  additionalInfo: text(2000, 'everyone'),
})
const optionalChildFields = {
  grade: true,
  section: true,
  schoolType: true,
  educationalProgram: true,
  subjects: true,
  additionalInfo: true,
} as const

export const consentPurposes = ['connect', 'messages', 'video'] as const
const consentSchema = z.object({
  id,
  childId: id,
  purpose: z.enum(consentPurposes),
  /** Null: for every teacher of the child. */
  teacherId: id.nullable(),
  teacherName: z.string(),
  /** Version of the accepted text. */
  textVersion: z.string(),
  /** Reference of the family judge's authorisation, if there is one (organic law 2004-63, art. 28). */
  authorisation: z.string(),
  by: id,
  givenAt: instant,
  withdrawnAt: instant.nullable(),
  /** Another guardian withdrew the same less than seven days before: the consent does not count until that one agrees. */
  waitsFor: z.enum(['you', 'another']).nullable(),
})
export type Consent = z.output<typeof consentSchema>

const guardianInvitationSchema = z.object({
  /** Expired too when the person who used the link is no guardian and does not wait to become one. */
  state: z.enum(['waiting', 'used', 'expired']),
  /** The address as the student typed it; empty once the link is used. */
  email: z.string(),
  sentAt: instant,
  expiresAt: instant,
})
export type GuardianInvitation = z.output<typeof guardianInvitationSchema>

export const childrenApi = endpoints({
  'GET /children': {
    summary: 'The caller’s children.',
    access: ['parent'],
    live: ['child'],
    answer: ok(z.array(childSchema)),
    problems: [],
  },
  'POST /children': {
    summary: 'Adds a child: first name and birth year, nothing that identifies further.',
    access: ['parent'],
    body: childFields.partial(optionalChildFields),
    answer: ok(childSchema),
    status: 201,
    problems: ['not-found', 'child-name-required', 'child-age-invalid', 'child-grade-invalid'],
  },
  'PATCH /children/:id': {
    summary: 'Changes a child; `version` guards against a stale tab.',
    access: ['parent'],
    body: childFields.partial().extend({ version: z.number().int() }),
    answer: ok(childSchema),
    problems: [
      'not-found',
      'stale-version',
      'child-name-required',
      'child-age-invalid',
      'child-grade-invalid',
    ],
  },
  'DELETE /children/:id': {
    summary: 'Removes a child from the caller; with the last guardian its data is erased.',
    access: ['parent'],
    answer: done,
    problems: ['not-found'],
  },
  'POST /children/:id/guardians': {
    summary: 'A code, valid for 48 hours and once, by which another parent becomes a guardian too.',
    access: ['parent'],
    answer: ok(z.object({ code: z.string(), expiresAt: instant })),
    status: 201,
    problems: ['not-found'],
  },
  'POST /children/link': {
    summary: 'Accepts a guardian code, or the link that a learner sent to a guardian’s address.',
    access: ['parent'],
    body: z.strictObject({ token: line(200, 'nobody') }),
    /** Null while another guardian, or an administrator, has to agree first. */
    answer: ok(childSchema.nullable()),
    problems: ['guardian-link-invalid', 'link-replaced', 'guardian-already'],
  },
  'POST /children/link/preview': {
    summary:
      'Who sent the mailed link to a guardian, and when; for the page of the link, before anybody signs in.',
    access: 'public',
    body: z.strictObject({ token: line(200, 'nobody') }),
    answer: ok(z.object({ studentName: z.string(), sentAt: instant })),
    problems: ['guardian-link-invalid', 'link-replaced'],
  },
  'POST /children/link/decline': {
    summary:
      'The receiver of the mailed link does not know the learner: the link ends. Only administrators learn of it, and only when it happens again.',
    access: 'public',
    body: z.strictObject({ token: line(200, 'nobody') }),
    answer: done,
    problems: ['guardian-link-invalid', 'link-replaced'],
  },
  'POST /children/take-over': {
    summary:
      'An adult takes over, by the link that the guardians were mailed, what they kept: teachers, lessons, reports.',
    access: ['student'],
    body: z.strictObject({ token: line(200, 'nobody') }),
    answer: done,
    problems: ['take-over-invalid', 'profile-not-ready'],
  },
  'POST /me/guardian': {
    summary: 'A minor with an own account names the guardian, who is mailed a link that works for 7 days.',
    access: ['student'],
    body: z.strictObject({
      email: line(254, 'contact'),
      /** Language of the mail; without it the mail has Arabic and French. */
      language: languageSchema.optional(),
    }),
    answer: done,
    problems: ['email-invalid', 'rate-limited', 'profile-not-ready'],
  },
  'GET /me/guardian': {
    summary: 'To whom and when the link for a guardian was mailed last; null when none was.',
    access: ['student'],
    live: [],
    answer: ok(guardianInvitationSchema.nullable()),
    problems: [],
  },
  'GET /consents': {
    summary: 'The ledger of consents for the caller’s children, withdrawn ones included, newest first.',
    access: ['parent'],
    live: ['connection', 'child'],
    answer: ok(z.array(consentSchema)),
    problems: [],
  },
  'POST /consents': {
    summary:
      'Consents to one purpose for a child, for one teacher or for all. What another guardian withdrew less than seven days before waits for that guardian.',
    access: ['parent'],
    body: z.strictObject({
      childId: id,
      purpose: z.enum(consentPurposes),
      teacherId: id.optional(),
      authorisation: line(120, 'staff').default(''),
    }),
    answer: ok(consentSchema),
    status: 201,
    problems: ['not-found'],
  },
  'DELETE /consents/:id': {
    summary: 'Withdraws a consent, also where other guardians gave the same; what rested on it ends.',
    access: ['parent'],
    answer: done,
    problems: ['not-found'],
  },
})
