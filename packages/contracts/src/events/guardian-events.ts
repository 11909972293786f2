import * as z from 'zod'
import { type CareChangeStatus, careChangeKinds, careChangeStatuses } from '../calls/users/care-api.ts'
import { agreementSchema } from '../calls/users/connections-api.ts'
import { id, languageSchema } from '../rules/schemas.ts'
import type { AuditEntry } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { person } from './event-parts.ts'

/** A change to a minor's protection, with its state after the event. */
const careChange = z.object({
  changeId: id,
  kind: z.enum(careChangeKinds),
  status: z.enum(careChangeStatuses),
  childId: id.optional(),
  /** The learner's own account, when there is one. */
  accountId: id.optional(),
  /** The account that asked; `movedBy` is the one that changed it, absent for time limits. */
  by: id,
  movedBy: id.optional(),
  /** The account of the future guardian. */
  guardianId: id.optional(),
  guardianIds: z.array(id),
  agreedBy: z.array(id),
  admin: agreementSchema,
  askedAt: z.string(),
  notBefore: z.string(),
  expiresAt: z.string(),
  at: z.string(),
})

const careChangePeople = z.object({
  childName: z.string(),
  /** Years of birth, of a change of age. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  guardians: z.array(person.extend({ userId: id })),
  /** The future guardian. */
  candidate: person.optional(),
})

const guardianChange = z.object({
  childId: id,
  /** Absent for a child without an account. */
  accountId: id.optional(),
  guardianId: id,
  guardianIds: z.array(id),
  at: z.string(),
})

const guardianPeople = z.object({
  childName: z.string(),
  /** Empty for a deleted account. */
  guardianName: z.string(),
  guardians: z.array(person.extend({ userId: id })),
})

/** The new or former guardian, and the child. */
const guardianship = ({ guardianId, childId, at }: z.output<typeof guardianChange>): AuditEntry => ({
  by: guardianId,
  target: childId,
  at,
})
const careChanged = (data: z.output<typeof careChange>): AuditEntry => ({
  by: data.movedBy ?? '',
  target: data.childId ?? data.accountId ?? data.changeId,
  detail: data.kind,
  at: data.at,
})
const closedAs = {
  waiting: '',
  applied: 'applied',
  refused: 'refused',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const satisfies Record<CareChangeStatus, AuditEntry['detail']>

/** What the events of a waiting change share. */
const waitingCareChange = {
  topic: 'guardian-events',
  producer: 'users',
  data: careChange,
  personal: careChangePeople,
  audit: careChanged,
  liveForAdmins: 'connection',
} as const

export const guardianEvents = defineEvents({
  'guardian.invited': {
    summary: 'A minor with an own account named a guardian, who is mailed a link.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({
      invitationId: id,
      studentId: id,
      expiresAt: z.string(),
      /** A former guardian of the minor, who closed an account and registered again. */
      isFormer: z.boolean(),
    }),
    personal: z.object({
      email: z.string(),
      studentName: z.string(),
      language: languageSchema,
      /** The mail repeats everything in this language. */
      alsoIn: languageSchema.optional(),
      token: z.string(),
    }),
  },
  'guardian.declined': {
    summary: 'The receiver of a mailed link does not know the learner who named a guardian.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({
      invitationId: id,
      studentId: id,
      /** How many of the learner’s other links ended so before, of those that are still kept. */
      earlier: z.number().int(),
      at: z.string(),
    }),
  },
  'guardian.joined': {
    summary: 'A child has a new guardian; all guardians are notified.',
    topic: 'guardian-events',
    producer: 'users',
    data: guardianChange,
    personal: guardianPeople,
    audit: guardianship,
  },
  'guardian.left': {
    summary: 'A guardian left a child; the remaining guardians are notified.',
    topic: 'guardian-events',
    producer: 'users',
    data: guardianChange,
    personal: guardianPeople,
    audit: guardianship,
  },
  'guardian.known': {
    summary:
      'Who guards a child, and who did before: the state of a guardianship (docs/adr/0024). Nobody is mailed.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({
      childId: id,
      accountId: id.optional(),
      guardianIds: z.array(id),
      formerIds: z.array(id),
      at: z.string(),
    }),
  },
  'care-change.requested': {
    summary: 'A further guardian, or another age of a minor, waits for the agreement of others.',
    ...waitingCareChange,
  },
  'care-change.agreed': {
    summary: 'A guardian or an administrator agreed, or who has to agree changed; it still waits.',
    ...waitingCareChange,
  },
  'care-change.closed': {
    summary: 'A change to a minor’s protection was applied, refused, withdrawn, or nobody decided in time.',
    topic: 'guardian-events',
    producer: 'users',
    data: careChange,
    personal: careChangePeople,
    audit: (data: z.output<typeof careChange>) => ({ ...careChanged(data), detail: closedAs[data.status] }),
    liveForAdmins: 'connection',
  },
  'learner.left': {
    summary:
      'The account of a minor was closed. Its guardians are mailed, and read its conversations until that time.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({
      childId: id,
      accountId: id,
      guardianIds: z.array(id),
      readableUntil: z.string(),
      at: z.string(),
    }),
    personal: z.object({ childName: z.string(), guardians: z.array(person.extend({ userId: id })) }),
  },
  'learner.came-of-age': {
    summary:
      'A learner is an adult. With `studentId` the account is the learner’s alone from now on; with `token` the guardians are mailed a link to pass on.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({
      childId: id,
      studentId: id.optional(),
      guardianIds: z.array(id),
      at: z.string(),
    }),
    personal: z.object({
      student: person.optional(),
      studentName: z.string(),
      guardians: z.array(person.extend({ userId: id })),
      token: z.string().optional(),
    }),
    audit: (data: { childId: string; studentId?: string | undefined; at: string }) => ({
      by: data.studentId ?? '',
      target: data.childId,
      detail: data.studentId ? 'taken-over' : 'invited',
      at: data.at,
    }),
  },
})
