import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, line, pageQuery, text } from '../../rules/schemas.ts'
import { endpoints, ok, page } from '../endpoint.ts'
import { agreementSchema, connectionStatusSchema } from '../users/connections-api.ts'

const count = z.number().int().min(0)
const paging = {
  ...pageQuery({ limit: 50, max: 200 }),
}

/** spec §3 Connection request, as administrators see it. Of a minor it has the first name only. */
const listedConnectionSchema = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  /** False for a child without an account: there is no profile to open. */
  studentHasAccount: z.boolean(),
  teacherId: id,
  teacherName: z.string(),
  subject: z.string(),
  message: z.string(),
  status: connectionStatusSchema,
  requestedDate: instant,
  /** While it is pending. */
  expiresAt: instant.nullable(),
  adminReviewedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  minor: z.boolean(),
  flags: z.array(z.string()),
  needs: z.object({ teacher: agreementSchema, guardian: agreementSchema, admin: agreementSchema }),
  /** No administrator has decided yet, and it was flagged or has waited for 48 hours. */
  escalated: z.boolean(),
  /** An alert paused it and no administrator has decided yet; also when it was closed meanwhile. */
  paused: z.boolean(),
  /** While it is paused: when the newest alert that paused it was raised. */
  stoppedAt: instant.optional(),
  /** Open safety alerts about it or its learner. */
  openAlerts: count,
  /** The note of the person who decided, cancelled or ended it. */
  note: z.string(),
  review: z
    .object({
      decision: z.enum(['approved', 'declined', 'reopened', 'ended', 'lifted']),
      notes: z.string(),
      by: id,
      byName: z.string(),
      at: instant,
    })
    .nullable(),
})
export type ListedConnection = z.output<typeof listedConnectionSchema>

const upgradeStatuses = ['open', 'granted', 'refused'] as const
const listedUpgradeSchema = z.object({
  /** The teacher's account id. */
  id,
  teacherName: z.string(),
  reason: z.string(),
  status: z.enum(upgradeStatuses),
  requestedAt: instant,
  /** Pending and approved connections. */
  used: count,
  review: z.object({ notes: z.string(), by: id, byName: z.string(), at: instant }).nullable(),
})
export type ListedUpgrade = z.output<typeof listedUpgradeSchema>

export const adminConnectionsApi = endpoints({
  'GET /admin/connections': {
    summary: 'Connection requests, newest first or most urgent first; `q` searches names and subjects.',
    access: admins,
    audited: { action: 'connections.listed', ids: ['id', 'studentId', 'teacherId'] },
    live: ['connection'],
    query: z.strictObject({
      q: line(64, 'nobody').optional(),
      /** Only this request, in any state. */
      id: id.optional(),
      status: z.union([connectionStatusSchema, z.literal('all')]).optional(),
      sort: z.enum(['newest', 'escalated']).default('newest'),
      ...paging,
    }),
    answer: page(listedConnectionSchema).extend({ pending: count }),
    problems: ['cursor-invalid'],
  },
  'PUT /admin/connections/:id': {
    summary:
      'Agrees to or declines a pending connection request; with a note, reopens or ends one that an alert paused: ending keeps the two apart until `lifted`.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      status: z.enum(['approved', 'declined', 'reopened', 'ended', 'lifted']),
      notes: text(2000, 'staff').default(''),
      /** The pause that the caller has seen; after a newer alert the decision is refused with `stale-version`. */
      stoppedAt: instant.optional(),
    }),
    answer: ok(listedConnectionSchema),
    problems: ['not-found', 'connection-state', 'reason-required', 'stale-version', 'approval-incomplete'],
  },
  'GET /admin/upgrades': {
    summary: 'Teachers who asked for an unlimited number of connections, the longest waiting first.',
    access: admins,
    audited: { action: 'upgrades.listed' },
    live: ['connection'],
    query: z.strictObject({ status: z.enum([...upgradeStatuses, 'all']).default('all'), ...paging }),
    answer: page(listedUpgradeSchema),
    problems: ['cursor-invalid'],
  },
  'PUT /admin/upgrades/:id': {
    summary: 'Grants or refuses an upgrade, free of charge; the teacher is notified.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ status: z.enum(['granted', 'refused']), notes: text(2000, 'staff').default('') }),
    answer: ok(listedUpgradeSchema),
    problems: ['not-found', 'upgrade-decided'],
  },
})
