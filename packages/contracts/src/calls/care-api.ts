import * as z from 'zod'
import { done, endpoints, ok, page } from './endpoint.ts'
import { id, instant, text } from './schemas.ts'

/** What may be changed about the protection of a minor only when others agree. */
export const careChangeKinds = ['guardian', 'age'] as const
export type CareChangeKind = (typeof careChangeKinds)[number]
export const careChangeStatuses = ['waiting', 'applied', 'refused', 'expired', 'withdrawn'] as const
export type CareChangeStatus = (typeof careChangeStatuses)[number]

/** A change that waits, as the guardians of the child see it. */
const careChangeSchema = z.object({
  id,
  kind: z.enum(careChangeKinds),
  childId: id,
  childName: z.string(),
  /** Who asked, or, of a further guardian, who is to become one. */
  person: z.string(),
  /** The years of an age change. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  /** Guardians who have not agreed yet, by name. */
  waitingFor: z.array(z.string()),
  /** An administrator has not agreed yet. */
  waitsForAdmin: z.boolean(),
  askedAt: instant,
  notBefore: instant,
  expiresAt: instant,
  /** What the caller may do now. */
  actions: z.array(z.enum(['agree', 'object'])),
})
export type CareChange = z.output<typeof careChangeSchema>

export const careApi = endpoints({
  'GET /children/changes': {
    summary: 'Changes to the protection of the caller’s children that wait for guardians or administrators.',
    access: ['parent'],
    answer: ok(z.array(careChangeSchema)),
    problems: [],
  },
  'POST /children/changes/:id/agree': {
    summary: 'A guardian agrees to a further guardian, or to another age, as it was shown.',
    access: ['parent'],
    // an age that is asked for anew has the same id: nobody agrees to years that were not shown
    body: z.strictObject({ askedAt: instant }),
    answer: done,
    problems: ['not-found', 'care-change-decided'],
  },
  'POST /children/changes/:id/object': {
    summary: 'A guardian objects: the change is refused for all.',
    access: ['parent'],
    answer: done,
    problems: ['not-found', 'care-change-decided'],
  },
})

/** A change as administrators see it; of the child no more than the first name. */
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
  /** An administrator has to decide. */
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

const admins = ['admin', 'super-admin'] as const

export const adminCareApi = endpoints({
  'GET /admin/care-changes': {
    summary:
      'Further guardians and changes of age that wait for an administrator, the longest waiting first.',
    access: admins,
    query: z.strictObject({
      status: z.enum(['waiting', 'all']).default('waiting'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(512).optional(),
    }),
    answer: page(listedCareChangeSchema),
    problems: ['cursor-invalid'],
  },
  'PUT /admin/care-changes/:id': {
    summary: 'Agrees to or refuses a change of a minor’s age or guardian, with a note.',
    access: admins,
    body: z.strictObject({
      status: z.enum(['approved', 'declined']),
      note: text(2000, 'staff').refine((value) => value.trim() !== ''),
      /** Of the change that was read: one that was asked for anew has to be read again. */
      askedAt: instant,
    }),
    answer: ok(listedCareChangeSchema),
    problems: ['not-found', 'care-change-decided'],
  },
})
