import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, instant, pageQuery, text } from '../../rules/schemas.ts'
import { done, endpoints, page } from '../endpoint.ts'

export const cardTextsSchema = z.object({
  bio: z.string(),
  otherSubjects: z.string(),
  otherLanguage: z.string(),
  /** Keys of subjects. */
  teachingSubjects: z.array(z.string()),
})
export type CardTexts = z.output<typeof cardTextsSchema>

const waitingCardSchema = z.object({
  id,
  teacherName: z.string(),
  /** The public texts, and the teacher's changed texts that wait for a decision. */
  shown: cardTextsSchema,
  proposed: cardTextsSchema,
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
    summary: 'Shows the changed texts to everyone or keeps the old ones; the teacher is notified.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      status: z.enum(['approved', 'refused']),
      /** The time of the texts that the administrator read; a later change needs its own decision. */
      changedAt: instant,
      notes: text(2000, 'staff').default(''),
    }),
    answer: done,
    problems: ['not-found', 'card-changed'],
  },
})
