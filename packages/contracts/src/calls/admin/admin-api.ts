import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { erasureReasons } from '../../rules/erasure-reasons.ts'
import { approvalNeeds } from '../../rules/proofs.ts'
import { accountStatusSchema, id, instant, line, pageQuery, roleSchema, text } from '../../rules/schemas.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'
import { adminCareApi } from './admin-care-api.ts'
import { adminConnectionsApi } from './admin-connections-api.ts'
import { analyticsApi } from './analytics-api.ts'
import { auditApi } from './audit-api.ts'
import { backupPart, wholeBackup } from './backup-api.ts'
import { cardsApi } from './cards-api.ts'
import { duplicatesApi } from './duplicates-api.ts'
import { evidenceApi } from './evidence-api.ts'
import { newsletterApi } from './newsletter-api.ts'
import { safetyApi } from './safety-api.ts'
import { statisticsApi } from './statistics-api.ts'
import { ticketsApi } from './tickets-api.ts'
import { transparencyApi } from './transparency-api.ts'

/** spec §3 User in the list of administrators, with both field spellings of the specification. */
const listedUserSchema = z.object({
  id,
  email: z.string(),
  full_name: z.string(),
  fullName: z.string(),
  phone: z.string(),
  role: roleSchema,
  is_verified: z.boolean(),
  isVerified: z.boolean(),
  emailVerified: z.boolean(),
  /** When a mail was made that came back from the present address. */
  mailReturnedAt: instant.nullable(),
  created_at: instant,
  createdAt: instant,
  updated_at: instant,
  updatedAt: instant,
  last_login_at: instant.nullable(),
  lastLoginAt: instant.nullable(),
  status: accountStatusSchema,
  location: z.string(),
  registration_notes: z.string(),
  registrationNotes: z.string(),
  /** A teacher's declaration: a key of `employmentStatuses`, and its date. */
  employment: z.object({ status: z.string(), declaredAt: instant }).nullable(),
  /** The administrator who takes care of it while it waits. */
  assignee: z.object({ id, name: z.string() }).nullable(),
  decision: z.object({ status: accountStatusSchema, notes: z.string(), by: id, at: instant }).nullable(),
  /** What the operator requires before the approval and this teacher still lacks; empty for others. */
  missing: z.array(z.enum(approvalNeeds)),
  version: z.number().int(),
})
export type ListedUser = z.output<typeof listedUserSchema>

/** The progress of an erasure. Ids only, because all other personal data is deleted. */
const erasureSchema = z.object({
  userId: id,
  role: roleSchema,
  at: instant,
  reason: z.enum([...erasureReasons, 'deleted']),
  pending: z.array(z.string()),
  erasedAt: instant.nullable(),
  overdue: z.boolean(),
})
export type Erasure = z.output<typeof erasureSchema>

const superAdmins = ['super-admin'] as const
const count = z.number().int().min(0)

export const adminApi = endpoints({
  'POST /superadmin/backups': {
    ...wholeBackup,
    summary:
      'Every service’s data as one file, encrypted with the passphrase; `npm run restore` puts it into an empty system.',
    composed: {
      // producers before consumers: a change during the backup then appears in both sections instead of in neither
      of: [
        'POST /superadmin/backups/begin',
        'POST /superadmin/backups/auth',
        'POST /superadmin/backups/users',
        'POST /superadmin/backups/availability',
        'POST /superadmin/backups/classroom',
        'POST /superadmin/backups/notifications',
        'POST /superadmin/backups/admin',
      ],
      file: 'darsi-backup.darsi',
    },
  },
  'POST /superadmin/backups/begin': {
    ...backupPart,
    audited: { action: 'system.backup-begun' },
    // it starts at once
    fresh: true,
    summary: 'The empty first section of a backup: the audit log knows of it before anything leaves.',
  },
  'POST /superadmin/backups/admin': { ...backupPart, summary: 'The section of admin in a backup.' },
  'GET /me/export/administration': {
    ...exportPart,
    summary: 'The caller’s row, decisions about it, messages to support and entries of the audit log.',
  },
  'GET /superadmin/erasures': {
    summary: 'Erasures that not every service has confirmed, the oldest first, and the newest that all have.',
    access: superAdmins,
    audited: 'nothing-personal',
    live: [],
    answer: ok(
      z.object({
        open: z.array(erasureSchema),
        done: z.array(erasureSchema),
        /** Of all open tickets, also those on other pages. */
        total: count,
        /** Open for more than a day. */
        overdue: count,
      }),
    ),
    problems: [],
  },
  ...duplicatesApi,
  ...adminConnectionsApi,
  ...cardsApi,
  ...adminCareApi,
  ...analyticsApi,
  ...statisticsApi,
  ...auditApi,
  ...ticketsApi,
  ...newsletterApi,
  'GET /admin/users': {
    summary: 'Users, newest first; filters combine; without parameters the first 100.',
    access: admins,
    audited: { action: 'users.listed' },
    live: ['user'],
    query: z.strictObject({
      q: line(64, 'nobody').optional(),
      role: z.union([roleSchema, z.literal('all')]).optional(),
      status: z.union([accountStatusSchema, z.literal('all')]).optional(),
      /** Tickets assigned to the caller or to nobody. */
      assignee: z.enum(['me', 'nobody', 'all']).optional(),
      sort: z
        .enum(['createdAt', '-createdAt', 'name', '-name', 'lastLogin', '-lastLogin'])
        .default('-createdAt'),
      ...pageQuery({ limit: 100, max: 200 }),
    }),
    answer: page(listedUserSchema),
    problems: ['cursor-invalid'],
  },
  'GET /admin/users/:id': {
    summary: 'One user’s row with the history of decisions and of ended sessions.',
    access: admins,
    audited: { action: 'user.viewed' },
    live: [],
    answer: ok(
      listedUserSchema.extend({
        history: z.array(
          z.object({
            status: accountStatusSchema,
            notes: z.string(),
            by: id,
            byName: z.string(),
            at: instant,
          }),
        ),
        /** When an administrator ended all sessions, and why. */
        sessionsEnded: z.array(z.object({ reason: z.string(), by: id, byName: z.string(), at: instant })),
      }),
    ),
    problems: ['not-found'],
  },
  'PUT /admin/users/:id/status': {
    summary:
      'Approves, rejects, suspends or reinstates an account, or lets a rejected one wait again (`pending`); the row answered is the new truth.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      status: accountStatusSchema,
      notes: text(2000, 'staff').default(''),
      /** The status that the administrator saw. When it has changed meanwhile, the decision is refused. */
      seen: accountStatusSchema.optional(),
      /**
       * Of a teacher's approval: `updatedAt` of the review file that the administrator read. Texts that changed later
       * need their own decision. Absent: the newest state that administration knows.
       */
      profileAt: instant.optional(),
    }),
    answer: ok(listedUserSchema),
    problems: [
      'not-found',
      'status-changed',
      'status-unchanged',
      'decision-not-allowed',
      'reason-required',
      'approval-incomplete',
    ],
  },
  'POST /admin/users/:id/end-sessions': {
    summary:
      'Ends every session of an account within seconds; only a super-admin does so for an administrator.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ reason: text(500, 'staff') }),
    answer: done,
    problems: ['not-found', 'decision-not-allowed', 'reason-required'],
  },
  'PUT /admin/users/:id/assignee': {
    summary: 'Takes an account that waits, or gives it back; of two at once one takes it.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ mine: z.boolean() }),
    answer: ok(listedUserSchema),
    problems: ['not-found', 'assignee-taken'],
  },
  'DELETE /admin/users/:id': {
    summary: 'Erases an account everywhere; answers at once, each service confirms for itself.',
    access: superAdmins,
    audited: 'by-handler',
    fresh: true,
    answer: done,
    status: 202,
    problems: ['not-found', 'decision-not-allowed'],
  },
  'GET /superadmin/exports/users.csv': {
    summary: 'All users as CSV (UTF-8 with BOM, for a spreadsheet in the caller’s language), streamed.',
    access: superAdmins,
    audited: { action: 'users.exported' },
    fresh: true,
    content: 'text/csv',
    problems: [],
  },
  'GET /superadmin/exports/sessions.csv': {
    summary: 'All lesson sessions as CSV, people by id as in the users’ file, streamed.',
    access: superAdmins,
    audited: { action: 'sessions.exported' },
    fresh: true,
    content: 'text/csv',
    problems: [],
  },
  ...transparencyApi,
  ...safetyApi,
  ...evidenceApi,
})
