import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { altcha, id, instant, languageSchema, line, pageQuery, text } from '../../rules/schemas.ts'
import { ticketStatuses } from '../../rules/texts/contact.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'

const ticketSchema = z.object({
  id,
  /** The reference in the sender's mails. */
  reference: z.string(),
  status: z.enum(ticketStatuses),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  userType: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The sender's language; the answer is mailed unchanged. */
  language: languageSchema,
  createdAt: instant,
  dueAt: instant,
  answers: z.array(z.object({ text: z.string(), by: id, byName: z.string(), at: instant })),
  closedAt: instant.nullable(),
  closedBy: z.object({ id, name: z.string() }).nullable(),
})
export type Ticket = z.output<typeof ticketSchema>

export const ticketsApi = endpoints({
  'POST /contact': {
    summary: 'Stores the message as a ticket; the sender gets a copy, support gets the message.',
    access: 'public',
    // lenient: contact.ts checks missing fields with the specification's texts
    body: z.strictObject({
      name: line(120, 'staff').default(''),
      email: line(254, 'staff').default(''),
      phone: line(40, 'staff').default(''),
      userType: line(20, 'staff').default(''),
      subject: line(30, 'staff').default(''),
      message: text(5000, 'staff').default(''),
      altcha,
    }),
    answer: done,
    status: 201,
    problems: ['contact-fields-required', 'email-invalid', 'rate-limited', 'proof-of-work-required'],
  },
  'GET /admin/tickets': {
    summary: 'Messages of the contact form: new ones by their due time, others newest first.',
    access: admins,
    audited: { action: 'tickets.listed' },
    live: ['ticket'],
    query: z.strictObject({
      status: z.enum([...ticketStatuses, 'all']).default('new'),
      /** Only this ticket, in any state. */
      id: id.optional(),
      subject: z.string().max(30).optional(),
      /** Searches the sender's name and address and the reference. */
      q: line(64, 'nobody').optional(),
      ...pageQuery({ limit: 50, max: 200 }),
    }),
    answer: page(ticketSchema).extend({ overdue: z.number().int() }),
    problems: ['cursor-invalid'],
  },
  'POST /admin/tickets/:id/answer': {
    summary: 'Mails an answer to the sender; a ticket may be answered again until it is closed.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      text: text(5000, 'staff').default(''),
      /** How many answers the caller has seen; with more, the answer is refused with `stale-version`. */
      seenAnswers: z.number().int().min(0),
    }),
    answer: ok(ticketSchema),
    problems: ['not-found', 'ticket-closed', 'stale-version', 'message-empty'],
  },
  'POST /admin/tickets/:id/close': {
    summary: 'Closes a ticket; nothing is mailed.',
    access: admins,
    audited: 'by-handler',
    answer: ok(ticketSchema),
    problems: ['not-found', 'ticket-closed'],
  },
})
