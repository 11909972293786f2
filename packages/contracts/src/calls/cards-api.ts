import * as z from 'zod'
import { done, endpoints, page } from './endpoint.ts'
import { id, instant, text } from './schemas.ts'

export const cardTextsSchema = z.object({
  bio: z.string(),
  otherSubjects: z.string(),
  otherLanguage: z.string(),
  /** Subjects as they are stored; absent in what older releases wrote. */
  teachingSubjects: z.array(z.string()).optional(),
})
export type CardTexts = z.output<typeof cardTextsSchema>

const waitingCardSchema = z.object({
  id,
  teacherName: z.string(),
  /** What everyone reads until somebody decides, and what the teacher wrote since. */
  shown: cardTextsSchema,
  proposed: cardTextsSchema,
  changedAt: instant,
})
export type WaitingCard = z.output<typeof waitingCardSchema>

const admins = ['admin', 'super-admin'] as const

export const cardsApi = endpoints({
  'GET /admin/cards': {
    summary: 'Approved teachers who changed what everyone reads of them, the longest waiting first.',
    access: admins,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(512).optional(),
    }),
    answer: page(waitingCardSchema),
    problems: ['cursor-invalid'],
  },
  'PUT /admin/cards/:id': {
    summary: 'Shows the changed texts to everyone or keeps the old ones; the teacher is told.',
    access: admins,
    body: z.strictObject({
      status: z.enum(['approved', 'refused']),
      /** Of the texts that were read: a later change waits for a decision of its own. */
      changedAt: instant,
      notes: text(2000, 'staff').default(''),
    }),
    answer: done,
    problems: ['not-found', 'card-changed'],
  },
})
