import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, pageQuery, text } from '../../rules/schemas.ts'
import { endpoints, ok, page } from '../endpoint.ts'
import { careChangeKinds, careChangeStatuses } from '../users/care-api.ts'

/** A change as administrators see it. Of the child it has the first name only. */
const listedCareChangeSchema = z.object({
  id,
  kind: z.enum(careChangeKinds),
  childName: z.string(),
  accountId: id.nullable(),
  by: id,
  byName: z.string(),
  guardianId: id.nullable(),
  guardianName: z.string(),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  guardians: z.array(z.object({ id, name: z.string(), agreed: z.boolean() })),
  status: z.enum(careChangeStatuses),
  /** True when an administrator has to decide. */
  waitsForAdmin: z.boolean(),
  askedAt: instant,
  notBefore: instant,
  expiresAt: instant,
  review: z
    .object({
      decision: z.enum(['approved', 'declined']),
      note: z.string(),
      by: id,
      byName: z.string(),
      at: instant,
    })
    .nullable(),
})
export type ListedCareChange = z.output<typeof listedCareChangeSchema>

export const adminCareApi = endpoints({
  'GET /admin/care-changes': {
    summary:
      'Further guardians and changes of age that wait for an administrator, the longest waiting first.',
    access: admins,
    audited: { action: 'care-changes.listed', ids: ['id', 'accountId', 'by', 'guardianId'] },
    live: ['connection'],
    query: z.strictObject({
      status: z.enum(['waiting', 'all']).default('waiting'),
      ...pageQuery({ limit: 50, max: 200 }),
    }),
    answer: page(listedCareChangeSchema),
    problems: ['cursor-invalid'],
  },
  'PUT /admin/care-changes/:id': {
    summary: 'Agrees to or refuses a change of a minor’s age or guardian, with a note.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      status: z.enum(['approved', 'declined']),
      note: text(2000, 'staff').refine((value) => value.trim() !== ''),
      /** The request time that the administrator read; a repeated request must be read again. */
      askedAt: instant,
    }),
    answer: ok(listedCareChangeSchema),
    problems: ['not-found', 'care-change-decided'],
  },
})
