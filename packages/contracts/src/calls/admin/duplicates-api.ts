import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { accountStatusSchema, id, instant, roleSchema, text } from '../../rules/schemas.ts'
import { endpoints, ok, page } from '../endpoint.ts'

const duplicateStatuses = ['open', 'dismissed', 'merged'] as const
export type DuplicateStatus = (typeof duplicateStatuses)[number]

const percent = z.number().int().min(0).max(100)

const duplicateAlertSchema = z.object({
  id,
  status: z.enum(duplicateStatuses),
  matchType: z.enum(['email', 'phone', 'name']),
  similarity: percent,
  /** spec §3: the account that registered first, its possible duplicate, and the similarity from 0 to 1. */
  userId: id,
  userName: z.string(),
  duplicateUserId: id,
  duplicateName: z.string(),
  similarityScore: z.number().min(0).max(1),
  createdAt: instant,
  /** Evidence for (above zero) and against one person, as log-odds. */
  evidence: z.array(
    z.object({
      kind: z.enum(['name', 'email', 'phone', 'birth-year', 'place', 'role']),
      points: z.number(),
    }),
  ),
  users: z.array(
    z.object({
      id,
      fullName: z.string(),
      email: z.string(),
      phone: z.string(),
      role: roleSchema,
      status: accountStatusSchema,
      location: z.string(),
      birthYear: z.number().int().nullable(),
      createdAt: instant,
      lastLoginAt: instant.nullable(),
    }),
  ),
  detectedAt: instant,
  reviewedAt: instant.nullable(),
  reviewedBy: z.string(),
  decidedAt: instant.nullable(),
  decidedBy: z.string(),
  /** Of a merged pair: the account that stays, and until when the merge can be undone. */
  kept: id.nullable(),
  undoUntil: instant.nullable(),
})
export type DuplicateAlert = z.output<typeof duplicateAlertSchema>

const one = ok(duplicateAlertSchema)

export const duplicatesApi = endpoints({
  'GET /admin/duplicates': {
    summary: 'Pairs of accounts that may be one person’s, newest first.',
    access: admins,
    audited: { action: 'duplicates.listed', ids: ['userId', 'duplicateUserId'] },
    live: ['user'],
    query: z.strictObject({
      status: z.enum(duplicateStatuses).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(300).optional(),
    }),
    answer: page(duplicateAlertSchema),
    problems: ['cursor-invalid'],
  },
  'POST /admin/duplicates/:id/review': {
    summary: 'Opens a pair side by side and notes who looked at it.',
    access: admins,
    audited: 'by-handler',
    answer: one,
    problems: ['not-found'],
  },
  'POST /admin/duplicates/:id/dismiss': {
    summary: 'Two people: the pair is not shown again.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ note: text(500, 'staff').default('') }),
    answer: one,
    problems: ['not-found', 'duplicate-state'],
  },
  'POST /admin/duplicates/:id/merge': {
    summary: 'One person: `keep` stays, the other account is closed, and erased after 30 days.',
    access: ['super-admin'],
    audited: 'by-handler',
    body: z.strictObject({ keep: id }),
    answer: one,
    problems: ['not-found', 'duplicate-state', 'decision-not-allowed'],
  },
  'POST /admin/duplicates/:id/undo': {
    summary: 'Takes a merge back within 30 days: the closed account works again.',
    access: ['super-admin'],
    audited: 'by-handler',
    answer: one,
    problems: ['not-found', 'duplicate-state'],
  },
})
