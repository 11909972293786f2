import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { day, id, instant, pageQuery } from '../../rules/schemas.ts'
import { endpoints, ok, page } from '../endpoint.ts'

const superAdmins = ['super-admin'] as const
const count = z.number().int().min(0)

/**
 * One action, in ids only, so that the entry can stay when a person is erased. `by` is empty where the actor is
 * unknown.
 */
const auditEntrySchema = z.object({
  /** Often the id of an event: longer than other ids. */
  id: z.string(),
  sequence: z.number().int(),
  action: z.string(),
  by: z.string(),
  byName: z.string(),
  target: z.string(),
  /** What the target is: an account unless it is known as something else. */
  targetKind: z.enum(['account', 'alert', 'ticket', 'connection']),
  /** Of an account, or of the two people of a connection; empty where it is not stored any more. */
  targetName: z.string(),
  /** The day of an alert or a ticket. */
  targetAt: instant.nullable(),
  detail: z.string(),
  /** The name, where the detail is another account. */
  detailName: z.string(),
  /** How many ids a list showed; `target` finds the entry by each of them. */
  shown: count,
  /** The words searched for; empty when there were none or they were removed. */
  words: z.string(),
  at: instant,
  hash: z.string(),
})
export type AuditEntry = z.output<typeof auditEntrySchema>

const activitySchema = auditEntrySchema.pick({
  id: true,
  action: true,
  by: true,
  byName: true,
  target: true,
  targetKind: true,
  targetName: true,
  targetAt: true,
  at: true,
})

export const auditApi = endpoints({
  'GET /admin/activity': {
    summary: 'What administrators did lately: decisions, answers, deletions, merges; newest first.',
    access: admins,
    audited: { action: 'activity.listed', ids: ['target'] },
    live: ['connection', 'alert', 'user', 'ticket'],
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
    answer: ok(z.array(activitySchema)),
    problems: [],
  },
  'GET /superadmin/audit': {
    summary:
      'Who did what to whom, newest first: logins, failures, decisions, deletions, exports, views of contact details; each entry seals the one before it.',
    access: superAdmins,
    audited: { action: 'audit.listed', ids: ['by', 'target'] },
    live: [],
    query: z.strictObject({
      /** One action, such as `user.suspended` or `users.exported`. */
      action: z
        .string()
        .max(64)
        .regex(/^[a-z.-]+$/)
        .optional(),
      /** Actions by one account. */
      by: id.optional(),
      /** Actions on one account, connection or alert, and the lists that showed it. */
      target: id.optional(),
      /** Days in Tunis time, both inclusive. */
      from: day.optional(),
      to: day.optional(),
      ...pageQuery({ limit: 100, max: 200 }),
    }),
    answer: page(auditEntrySchema).extend({
      /** False when an entry was changed or removed in the database. */
      intact: z.boolean(),
    }),
    problems: ['cursor-invalid'],
  },
  'GET /superadmin/audit/chain': {
    summary:
      'Checks the seals of the audit log from its first entry, or `after` one that was checked, as many as one answer has time for.',
    access: superAdmins,
    audited: 'nothing-personal',
    live: [],
    query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
    answer: ok(
      z.object({
        /** Entries checked so far, including earlier steps. */
        entries: count,
        /** Start of the next step; null when the log is at its end or broken. */
        next: count.nullable(),
        intact: z.boolean(),
        /** The sequence of the first entry that was changed or does not follow its predecessor. */
        brokenAt: z.number().int().nullable(),
        checkedAt: instant,
      }),
    ),
    problems: [],
  },
})
