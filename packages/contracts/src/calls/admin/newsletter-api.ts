import * as z from 'zod'
import { inEachLanguage } from '../../reference/languages.ts'
import { altcha, id, instant, languageSchema, line, pageQuery, text } from '../../rules/schemas.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'

/** The only addresses a newsletter may link to. */
export const newsletterLink = /^(https:\/\/|mailto:)[^\s]+$/

/** The allowed blocks of a newsletter; all other Markdown is dropped. */
const blockSchema = z.object({
  kind: z.enum(['heading', 'paragraph', 'item', 'numbered', 'quote', 'rule']),
  runs: z.array(
    z.object({
      text: z.string(),
      bold: z.literal(true).optional(),
      italic: z.literal(true).optional(),
      href: z.string().regex(newsletterLink).optional(),
    }),
  ),
})
export type NewsletterBlock = z.output<typeof blockSchema>

/** A newsletter in one language, ready for a mail. */
export const newsletterMailSchema = z.object({ subject: z.string(), blocks: z.array(blockSchema) })
export type NewsletterMail = z.output<typeof newsletterMailSchema>

const textSchema = z.strictObject({
  subject: line(150, 'staff').default(''),
  /** Markdown. */
  body: text(20_000, 'staff').default(''),
})
const textsSchema = z.strictObject(inEachLanguage(() => textSchema))
export type NewsletterTexts = z.output<typeof textsSchema>

const count = z.number().int()
const byLanguage = <T extends z.ZodType>(schema: T) => z.object(inEachLanguage(() => schema))

const newsletterSchema = z.object({
  id,
  subjects: byLanguage(z.string()),
  sentAt: instant,
  /** Confirmed subscribers at that time. */
  recipients: count,
})
export type Newsletter = z.output<typeof newsletterSchema>

const superAdmins = ['super-admin'] as const

export const newsletterApi = endpoints({
  'POST /newsletter': {
    summary: 'Mails a link that confirms the sign-up; the same answer for every address.',
    access: 'public',
    body: z.strictObject({
      email: line(254, 'staff').default(''),
      website: line(200, 'nobody').default(''),
      altcha,
    }),
    answer: done,
    status: 202,
    problems: ['email-invalid', 'rate-limited', 'proof-of-work-required'],
  },
  'POST /newsletter/confirm': {
    summary: 'Confirms a sign-up with the token of the mailed link; the link works for 48 hours.',
    access: 'public',
    body: z.strictObject({ token: line(128, 'nobody') }),
    answer: done,
    problems: ['link-replaced', 'newsletter-link-unknown', 'newsletter-link-expired'],
  },
  'POST /newsletter/leave': {
    summary: 'Ends a subscription; nothing is kept of it.',
    access: 'public',
    body: z.strictObject({ token: line(128, 'nobody') }),
    answer: done,
    problems: [],
  },
  'GET /newsletter/unsubscribe': {
    summary:
      'For a reader whose mail program opens the address of its unsubscribe button: leads to the page.',
    access: 'public',
    query: z.strictObject({ token: line(128, 'nobody').default('') }),
    content: 'text/html',
    problems: [],
  },
  'POST /newsletter/unsubscribe': {
    summary: 'Ends a subscription: what mail programs send for their unsubscribe button (RFC 8058).',
    access: 'public',
    query: z.strictObject({ token: line(128, 'nobody').default('') }),
    form: true,
    answer: done,
    problems: [],
  },
  'GET /superadmin/exports/newsletter.csv': {
    summary: 'Confirmed subscribers with their language and the link that ends their subscription.',
    access: superAdmins,
    audited: { action: 'newsletter.exported' },
    fresh: true,
    content: 'text/csv',
    problems: [],
  },
  'GET /superadmin/newsletters': {
    summary: 'Sent newsletters, newest first, with the number of confirmed subscribers by language.',
    access: superAdmins,
    audited: 'nothing-personal',
    live: [],
    query: z.strictObject({
      ...pageQuery({ limit: 20 }),
    }),
    answer: page(newsletterSchema).extend({ subscribers: byLanguage(count) }),
    problems: ['cursor-invalid'],
  },
  'POST /superadmin/newsletters': {
    summary: 'Sends a newsletter to every confirmed subscriber. The same texts are sent only once.',
    access: superAdmins,
    audited: 'nothing-personal',
    fresh: true,
    body: z.strictObject({ texts: textsSchema }),
    answer: ok(newsletterSchema),
    status: 201,
    problems: ['newsletter-incomplete', 'newsletter-already-sent'],
  },
  'POST /superadmin/newsletters/preview': {
    summary: 'What becomes of a Markdown text in a mail.',
    access: superAdmins,
    audited: 'nothing-personal',
    body: z.strictObject({ body: text(20_000, 'staff').default('') }),
    answer: ok(z.object({ blocks: z.array(blockSchema) })),
    problems: [],
  },
  'POST /superadmin/newsletters/test': {
    summary: 'Mails a newsletter in one language to the caller alone.',
    access: superAdmins,
    audited: 'nothing-personal',
    body: z.strictObject({ language: languageSchema, text: textSchema }),
    answer: done,
    status: 202,
    problems: ['newsletter-incomplete'],
  },
})
