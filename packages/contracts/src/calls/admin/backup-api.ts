import * as z from 'zod'
import { readBy } from '../../rules/texts/free-text.ts'

const section = {
  access: ['super-admin'],
  audited: 'by-handler',
  // long enough against a search of all passphrases
  body: z.strictObject({ passphrase: readBy(z.string().min(16).max(256), 'nobody') }),
  content: 'application/octet-stream',
  problems: [],
} as const

/** `POST /superadmin/backups`. */
export const wholeBackup = { ...section, fresh: true } as const

/**
 * One service's section of a backup, encrypted by the service. Only a composed backup, which the audit log records, can
 * ask for it. Not `fresh`: sections follow each other, so a later one may start more than ten minutes after the password
 * proof that the gateway checked for the whole backup.
 */
export const backupPart = { ...section, partOnly: true } as const
