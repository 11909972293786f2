import * as z from 'zod'

/** One service's section of a backup, encrypted by the service itself. `POST /superadmin/backups` is made of all of them. */
export const backupPart = {
  access: ['super-admin'],
  fresh: true,
  // long enough that nobody who finds the file tries them all
  body: z.strictObject({ passphrase: z.string().min(16).max(256) }),
  content: 'application/octet-stream',
  problems: [],
} as const
