import * as z from 'zod'
import { id, instant } from '../../rules/schemas.ts'
import { done, endpoints, ok } from '../endpoint.ts'

/** Changes to the protection of a minor that need the agreement of others. */
export const careChangeKinds = ['guardian', 'age'] as const
export type CareChangeKind = (typeof careChangeKinds)[number]
export const careChangeStatuses = ['waiting', 'applied', 'refused', 'expired', 'withdrawn'] as const
export type CareChangeStatus = (typeof careChangeStatuses)[number]

/** A waiting change, as the guardians of the child see it. */
const careChangeSchema = z.object({
  id,
  kind: z.enum(careChangeKinds),
  childId: id,
  childName: z.string(),
  /** The name of the person who asked or, for a further guardian, of that guardian. */
  person: z.string(),
  /** The years of birth of an age change. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  /** Guardians who have not agreed yet, by name. */
  waitingFor: z.array(z.string()),
  /** True while an administrator has to agree. */
  waitsForAdmin: z.boolean(),
  askedAt: instant,
  notBefore: instant,
  expiresAt: instant,
  /** Actions that the caller may take now. */
  actions: z.array(z.enum(['agree', 'object'])),
})
export type CareChange = z.output<typeof careChangeSchema>

export const careApi = endpoints({
  'GET /children/changes': {
    summary: 'Changes to the protection of the caller’s children that wait for guardians or administrators.',
    access: ['parent'],
    live: ['child'],
    answer: ok(z.array(careChangeSchema)),
    problems: [],
  },
  'POST /children/changes/:id/agree': {
    summary: 'A guardian agrees to a further guardian, or to another age, as it was shown.',
    access: ['parent'],
    // a repeated request has the same id, so the years are part of the agreement: nobody agrees to years that were not
    // displayed
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
