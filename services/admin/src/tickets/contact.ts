import type { Language } from '@darsi/contracts/reference/languages.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { type ContactValues, contactProblems } from '@darsi/contracts/rules/texts/contact.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { FormLimits } from '../form-limits.ts'
import { receive } from './ticket.ts'
import type { TicketStore } from './ticket-store.ts'

type Received = {
  values: ContactValues & { readonly phone: string }
  language: Language
  clientIp: string
  altcha: string | undefined
  userId: string | null
  /** The same key with the same message is the same ticket. */
  idempotencyKey: string | undefined
}

/** The contact page promises an answer within 2 hours (spec §9), and within 1 hour for an urgent message. */
const dueHours: { readonly [subject: string]: number } = { urgent: 1 }
const promisedHours = 2

export type Contact = ReturnType<typeof createContact>

/** Turns a submission of the contact form into a ticket. */
export function createContact(tickets: Pick<TicketStore, 'insert'>, limits: FormLimits, now: () => Date) {
  return async ({ values, language, clientIp, altcha, userId, idempotencyKey }: Received): Promise<void> => {
    refuseInvalid(values)
    const email = normaliseEmail(values.email)
    await limits.take({ email, clientIp, altcha })
    const at = now()
    const received = {
      ...values,
      _id: createdId(idempotencyKey, values),
      email,
      language,
      userId,
      createdAt: at,
      dueAt: new Date(at.getTime() + (dueHours[values.subject] ?? promisedHours) * hourMs),
    }
    await tickets.insert(receive(received))
  }
}

/** @throws problem with the specification's text for the first missing or invalid field, and all of them in `errors` */
function refuseInvalid(values: ContactValues): void {
  const found = contactProblems(values)
  const [first] = found
  if (first) throw problem(first.code, { errors: found.map(({ path, code }) => ({ path, slug: code })) })
}
