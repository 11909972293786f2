import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, text } from '../../rules/schemas.ts'
import { endpoints, ok } from '../endpoint.ts'
import { materialSchema } from './materials-api.ts'

const reportedFileSchema = materialSchema.extend({
  sentAt: instant,
  /** Who sent it; null once that account was erased. */
  by: z.object({ id, name: z.string() }).nullable(),
})

/** Files of a reported conversation, which survive its erasure. */
export const reportedFilesApi = endpoints({
  'POST /admin/reported-files/:id/view': {
    summary:
      'Opens the files kept with a reported conversation, by the id of its alert; the audit log keeps each view.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({ reason: text(500, 'staff').default('') }),
    answer: ok(
      z.object({
        at: instant,
        files: z.array(reportedFileSchema),
        /** How many more there are of senders whose account was closed: super-admins open them, with a reason. */
        closed: z.number().int(),
        mayOpenClosed: z.boolean(),
      }),
    ),
    problems: ['not-found'],
  },
  'GET /admin/reported-files/:id/files/:file': {
    summary: 'One of these files, for an administrator who opened them within the last hour.',
    access: admins,
    audited: 'by-handler',
    content: 'application/octet-stream',
    problems: ['not-found'],
  },
})
