import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, pageQuery, text } from '../../rules/schemas.ts'
import { done, endpoints, page } from '../endpoint.ts'

/** What everyone reads of a teacher. */
export const publicCardSchema = z.object({
  bio: z.string(),
  otherSubjects: z.string(),
  otherLanguage: z.string(),
  /** Keys of subjects. */
  teachingSubjects: z.array(z.string()),
  languages: z.array(z.string()),
  hourlyRate: z.number().nullable(),
  /** The id of the photo. */
  photo: z.string().nullable(),
  /** Of the public page; empty without one. */
  slug: z.string(),
})
export type PublicCard = z.output<typeof publicCardSchema>

const waitingCardSchema = z.object({
  id,
  teacherName: z.string(),
  /** What is public, and the teacher's change that waits for a decision. */
  shown: publicCardSchema,
  proposed: publicCardSchema,
  changedAt: instant,
})
export type WaitingCard = z.output<typeof waitingCardSchema>

export const cardsApi = endpoints({
  'GET /admin/cards': {
    summary: 'Approved teachers who changed what everyone reads of them, the longest waiting first.',
    access: admins,
    audited: { action: 'cards.listed' },
    live: ['user'],
    query: z.strictObject({
      ...pageQuery({ limit: 50 }),
    }),
    answer: page(waitingCardSchema),
    problems: ['cursor-invalid'],
  },
  'PUT /admin/cards/:id': {
    summary: 'Shows the changed card to everyone or keeps the old one; the teacher is notified.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      status: z.enum(['approved', 'refused']),
      /** The time of the change that the administrator read; a later one needs its own decision. */
      changedAt: instant,
      notes: text(2000, 'staff').default(''),
    }),
    answer: done,
    problems: ['not-found', 'card-changed'],
  },
})
