import * as z from 'zod'
import { editableRoleData } from '../../rules/registration/editable-role-data.ts'
import { id, instant, languageSchema, line, locationSchema, roleSchema } from '../../rules/schemas.ts'
import { recordOf } from '../../rules/texts/free-text.ts'
import { backupPart } from '../admin/backup-api.ts'
import { endpoints, ok } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'
import { careApi } from './care-api.ts'
import { childrenApi } from './children-api.ts'
import { connectionsApi } from './connections-api.ts'
import { homeworkApi } from './homework-api.ts'
import { materialsApi } from './materials-api.ts'
import { proofsApi } from './proofs-api.ts'
import { publicPagesApi } from './public-pages-api.ts'
import { reportedFilesApi } from './reported-files-api.ts'
import { teachersApi } from './teachers-api.ts'
import { threadsApi } from './threads-api.ts'
import { waitingApi } from './waiting-api.ts'

const profileSchema = z.object({
  id,
  email: z.string(),
  full_name: z.string(),
  phone: z.string(),
  role: roleSchema,
  governorate: z.string(),
  delegation: z.string(),
  municipality: z.string(),
  local_area: z.string(),
  location: locationSchema,
  roleData: z.record(z.string(), z.unknown()),
  version: z.number().int(),
  updated_at: instant,
})
export type Profile = z.output<typeof profileSchema>

const preferencesSchema = z.strictObject({
  language: languageSchema,
  privacy: z.strictObject({
    profileVisible: z.boolean(),
    contactVisible: z.boolean(),
    /** Of a teacher: cards say whether they are online. Absent in a change: as before. */
    onlineVisible: z.boolean().optional(),
  }),
  notifications: z.strictObject({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
})
export type Preferences = z.output<typeof preferencesSchema>

export const usersApi = endpoints({
  'GET /me/export': {
    ...exportPart,
    summary: 'All that the platform holds about the caller, as one JSON file; the audit log remembers it.',
    composed: {
      of: [
        'GET /me/export/administration',
        'GET /me/export/account',
        'GET /me/export/profile',
        'GET /me/export/lessons',
        'GET /me/export/classroom',
        'GET /me/export/mails',
      ],
      file: 'darsi-my-data.json',
    },
  },
  'POST /superadmin/backups/users': { ...backupPart, summary: 'The section of users in a backup.' },
  'GET /me/export/profile': {
    ...exportPart,
    summary: 'Profile, children, consents, connections, messages and favourites of the caller.',
  },
  'GET /me/profile': {
    summary: 'The caller’s own profile.',
    access: 'signed-in',
    live: [],
    answer: ok(profileSchema),
    problems: ['profile-not-ready'],
  },
  'PATCH /me/profile': {
    summary:
      'Changes own profile fields; `version` guards against a stale tab. Another phone needs a password proven in the last ten minutes.',
    access: 'signed-in',
    body: z.strictObject({
      version: z.number().int(),
      phone: line(40, 'contact').optional(),
      location: locationSchema.optional(),
      roleData: recordOf(Object.values(editableRoleData)).optional(),
      fullName: line(200, 'nobody').optional(),
      full_name: line(200, 'nobody').optional(),
      email: line(320, 'nobody').optional(),
    }),
    answer: ok(profileSchema),
    problems: [
      'full-name-fixed',
      'email-fixed',
      'birth-year-fixed',
      'minor-fixed',
      'phone-invalid',
      'stale-version',
      'reauthentication-required',
    ],
  },
  'GET /me/preferences': {
    summary: 'Language, privacy and notification preferences.',
    access: 'signed-in',
    live: [],
    answer: ok(preferencesSchema),
    problems: [],
  },
  'PUT /me/preferences': {
    summary: 'Replaces the preferences; they hold on the next read.',
    access: 'signed-in',
    body: preferencesSchema,
    answer: ok(preferencesSchema),
    problems: [],
  },
  ...connectionsApi,
  ...waitingApi,
  ...childrenApi,
  ...careApi,
  ...threadsApi,
  ...materialsApi,
  ...reportedFilesApi,
  ...homeworkApi,
  ...teachersApi,
  ...proofsApi,
  ...publicPagesApi,
})
