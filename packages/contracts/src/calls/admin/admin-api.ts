import * as z from 'zod'
import { erasureReasons } from '../../events/erasure-reasons.ts'
import { duplicatesApi } from '../../rules/duplicates.ts'
import { approvalNeeds } from '../../rules/proofs.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'
import { healthSchema, healthStates } from '../health.ts'
import {
  accountStatusSchema,
  altcha,
  day,
  id,
  instant,
  line,
  pageQuery,
  roleSchema,
  text,
} from '../schemas.ts'
import { cardsApi } from '../users/cards-api.ts'
import { adminCareApi } from '../users/care-api.ts'
import { adminConnectionsApi } from './admin-connections-api.ts'
import { analyticsApi } from './analytics-api.ts'
import { backupPart, wholeBackup } from './backup-api.ts'
import { evidenceApi } from './evidence-api.ts'
import { newsletterApi } from './newsletter-api.ts'
import { safetyApi } from './safety-api.ts'
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

const admins = ['admin', 'super-admin'] as const
const superAdmins = ['super-admin'] as const
const count = z.number().int().min(0)

/**
 * One action, in ids only, so that the entry can stay when a person is erased. `by` is empty where the actor is
 * unknown.
 */
const auditEntrySchema = z.object({
  id,
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

const basicStatisticsSchema = z.object({
  totalTeachers: count,
  totalStudents: count,
  totalUsers: count,
})

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
  ...ticketsApi,
  ...newsletterApi,
  'GET /admin/users': {
    summary: 'Users, newest first; filters combine; without parameters the first 100.',
    access: admins,
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
    body: z.strictObject({ reason: text(500, 'staff') }),
    answer: done,
    problems: ['not-found', 'decision-not-allowed', 'reason-required'],
  },
  'PUT /admin/users/:id/assignee': {
    summary: 'Takes an account that waits, or gives it back; of two at once one takes it.',
    access: admins,
    body: z.strictObject({ mine: z.boolean() }),
    answer: ok(listedUserSchema),
    problems: ['not-found', 'assignee-taken'],
  },
  'DELETE /admin/users/:id': {
    summary: 'Erases an account everywhere; answers at once, each service confirms for itself.',
    access: superAdmins,
    fresh: true,
    answer: done,
    status: 202,
    problems: ['not-found', 'decision-not-allowed'],
  },
  'GET /superadmin/exports/users.csv': {
    summary: 'All users as CSV (UTF-8 with BOM, safe to open in a spreadsheet), streamed.',
    access: superAdmins,
    fresh: true,
    content: 'text/csv',
    problems: [],
  },
  'GET /admin/stats': {
    summary: 'The counters of the admin dashboard.',
    access: admins,
    answer: ok(
      z.object({
        totalUsers: count,
        usersByRole: z.object({
          student: z.object({ total: count }),
          teacher: z.object({ total: count }),
          parent: z.object({ total: count }),
        }),
        activeSessions: count,
        governoratesCovered: count,
        pendingApprovals: count,
        pendingConnections: count,
        /** Changes of a minor's age or guardians that wait for an administrator. */
        pendingCareChanges: count,
        /** Teachers with documents that wait for a decision. */
        pendingProofs: count,
        pendingUpgrades: count,
        /** Approved teachers whose changed public texts wait for a decision. */
        pendingCards: count,
        duplicateAlerts: count,
        totalStudents: count,
        totalTeachers: count,
        totalParents: count,
        verifiedUsers: count,
        openTickets: count,
        /** Tickets whose answer time is over. */
        overdueTickets: count,
        openAlerts: count,
        /** Alerts whose answer or investigation is late. */
        overdueAlerts: count,
        /** Requests for lessons without a decision for 48 hours. */
        overdueConnections: count,
      }),
    ),
    problems: [],
  },
  'GET /superadmin/stats': {
    summary: 'The statistics of the super-admin dashboard.',
    access: superAdmins,
    answer: ok(
      z.object({
        totalUsers: count,
        totalStudents: count,
        totalTeachers: count,
        totalParents: count,
        totalAdmins: count,
        verifiedUsers: count,
        pendingVerifications: count,
        activeSessions: count,
        totalConnections: count,
        systemHealth: z.enum(healthStates),
      }),
    ),
    problems: [],
  },
  'GET /superadmin/health': {
    summary: 'How each service is, by what its processes report every ten seconds; silence is a fault.',
    access: superAdmins,
    answer: ok(healthSchema),
    problems: [],
  },
  'GET /admin/activity': {
    summary: 'What administrators did lately: decisions, answers, deletions, merges; newest first.',
    access: admins,
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
    answer: ok(z.array(activitySchema)),
    problems: [],
  },
  'GET /superadmin/audit': {
    summary:
      'Who did what to whom, newest first: logins, failures, decisions, deletions, exports, views of contact details; each entry seals the one before it.',
    access: superAdmins,
    query: z.strictObject({
      /** One action, such as `user.suspended` or `users.exported`. */
      action: z
        .string()
        .max(64)
        .regex(/^[a-z.-]+$/)
        .optional(),
      /** Actions by one account. */
      by: id.optional(),
      /** Actions on one account, connection or alert. */
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
  'POST /contact': {
    summary: 'Stores the message as a ticket; the sender gets a copy, support gets the message.',
    access: 'public',
    // lenient: contact.ts checks missing fields with the specification's texts
    body: z.strictObject({
      name: line(120, 'staff').default(''),
      email: line(254, 'staff').default(''),
      phone: line(40, 'staff').default(''),
      userType: line(20, 'staff').default(''),
      subject: line(30, 'staff').default(''),
      message: text(5000, 'staff').default(''),
      altcha,
    }),
    answer: done,
    status: 201,
    problems: ['contact-fields-required', 'email-invalid', 'rate-limited', 'proof-of-work-required'],
  },
  'POST /newsletter': {
    summary: 'Mails a link that confirms the sign-up; the same answer for every address.',
    access: 'public',
    body: z.strictObject({
      email: line(254, 'staff').default(''),
      website: line(200, 'nobody').default(''),
      altcha,
    }),
    answer: done,
    status: 202,
    problems: ['email-invalid', 'rate-limited', 'proof-of-work-required'],
  },
  'POST /newsletter/confirm': {
    summary: 'Confirms a sign-up with the token of the mailed link; the link works for 48 hours.',
    access: 'public',
    body: z.strictObject({ token: line(128, 'nobody') }),
    answer: done,
    problems: ['newsletter-link-unknown', 'newsletter-link-expired'],
  },
  'POST /newsletter/leave': {
    summary: 'Ends a subscription; nothing is kept of it.',
    access: 'public',
    body: z.strictObject({ token: line(128, 'nobody') }),
    answer: done,
    problems: [],
  },
  'GET /newsletter/unsubscribe': {
    summary:
      'For a reader whose mail program opens the address of its unsubscribe button: leads to the page.',
    access: 'public',
    query: z.strictObject({ token: line(128, 'nobody').default('') }),
    content: 'text/html',
    problems: [],
  },
  'POST /newsletter/unsubscribe': {
    summary: 'Ends a subscription: what mail programs send for their unsubscribe button (RFC 8058).',
    access: 'public',
    query: z.strictObject({ token: line(128, 'nobody').default('') }),
    form: true,
    answer: done,
    problems: [],
  },
  'GET /superadmin/exports/sessions.csv': {
    summary: 'All lesson sessions as CSV, people by id as in the users’ file, streamed.',
    access: superAdmins,
    fresh: true,
    content: 'text/csv',
    problems: [],
  },
  'GET /superadmin/exports/newsletter.csv': {
    summary: 'Confirmed subscribers with their language and the link that ends their subscription.',
    access: superAdmins,
    fresh: true,
    content: 'text/csv',
    problems: [],
  },
  'GET /statistics/basic': {
    summary: 'Counts shown on dashboards.',
    access: 'public',
    answer: ok(basicStatisticsSchema),
    problems: [],
  },
  'GET /statistics/platform': {
    summary:
      'Approved teachers, verified students and all users, for public pages; null below 50 users (product.md §1).',
    access: 'public',
    answer: ok(
      z.object({
        totalTeachers: count.nullable(),
        totalStudents: count.nullable(),
        totalUsers: count.nullable(),
        governoratesCovered: count,
      }),
    ),
    problems: [],
  },
  'GET /statistics/location': {
    summary: 'Approved teachers and students per governorate; cells under 5 are null.',
    access: 'public',
    answer: ok(
      z.array(
        z.object({
          governorateId: z.number().int(),
          governorate: z.string(),
          teachers: count.nullable(),
          students: count.nullable(),
        }),
      ),
    ),
    problems: [],
  },
  ...transparencyApi,
  ...safetyApi,
  ...evidenceApi,
})
