import * as z from 'zod'
import { readBy } from '../rules/free-text.ts'

/** What `POST /superadmin/backups` and each of its parts ask for. */
export const wholeBackup = {
  access: ['super-admin'],
  fresh: true,
  // long enough that nobody who finds the file tries them all
  body: z.strictObject({ passphrase: readBy(z.string().min(16).max(256), 'nobody') }),
  content: 'application/octet-stream',
  problems: [],
} as const

/** One service's section of a backup, encrypted by the service itself; nobody gets one past the audit log. */
export const backupPart = { ...wholeBackup, partOnly: true } as const
