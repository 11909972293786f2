import * as z from 'zod'
import { readBy } from '../../rules/texts/free-text.ts'

/** The body of `POST /superadmin/backups` and of each of its parts. */
export const wholeBackup = {
  access: ['super-admin'],
  fresh: true,
  // long enough against a search of all passphrases
  body: z.strictObject({ passphrase: readBy(z.string().min(16).max(256), 'nobody') }),
  content: 'application/octet-stream',
  problems: [],
} as const

/**
 * One service's section of a backup, encrypted by the service. Only a composed backup, which the audit log records, can
 * ask for it.
 */
export const backupPart = { ...wholeBackup, partOnly: true } as const
