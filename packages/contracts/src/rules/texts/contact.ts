import { isKeyOf } from '../../reference/choices.ts'
import { namesOf } from '../../reference/i18n/names-of.ts'
import { texts } from '../../reference/i18n/texts.ts'
import { isEmail } from '../registration/registration-rules.ts'
import { isInvisible } from './visible.ts'

/** spec §3 Contact form: kinds of senders. */
export const contactUserTypes = /* @__PURE__ */ namesOf(texts.contactUserTypes)
export type ContactUserType = keyof typeof contactUserTypes

/** spec §3 Contact form: subject category. */
export const contactSubjects = /* @__PURE__ */ namesOf(texts.contactSubjects)
export type ContactSubject = keyof typeof contactSubjects

/** product.md §5: new → answered → closed. */
export const ticketStatuses = ['new', 'answered', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export type ContactValues = {
  readonly name: string
  readonly email: string
  readonly userType: string
  readonly subject: string
  readonly message: string
}
type ContactProblem = {
  readonly path: keyof ContactValues
  readonly code: 'contact-fields-required' | 'email-invalid'
}

/**
 * spec §5: name, email, userType, subject and message are required, phone is not. The address must be valid, because
 * the answer goes there.
 */
export function contactProblems(values: ContactValues): readonly ContactProblem[] {
  const isMissing = {
    name: isInvisible(values.name),
    email: values.email.trim() === '',
    userType: !isKeyOf(contactUserTypes, values.userType),
    subject: !isKeyOf(contactSubjects, values.subject),
    message: isInvisible(values.message),
  }
  // `as`: Object.keys loses the key type
  const missing = (Object.keys(isMissing) as (keyof ContactValues)[]).filter((path) => isMissing[path])
  const problems = missing.map((path) => ({ path, code: 'contact-fields-required' as const }))
  const isMalformed = !isMissing.email && !isEmail(values.email)
  return isMalformed ? [...problems, { path: 'email', code: 'email-invalid' }] : problems
}
