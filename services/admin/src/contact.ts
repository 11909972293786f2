import { createHash, randomUUID } from 'node:crypto'
import { type ContactValues, contactProblems } from '@darsi/contracts/contact.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { FormLimits } from './form-limits.ts'
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

/** The contact page promises an answer within 2 hours (spec §9); what is urgent comes first. */
const dueHours: { readonly [subject: string]: number } = { urgent: 1 }
const promisedHours = 2

export function createContact(tickets: TicketStore, limits: FormLimits, now: () => Date = () => new Date()) {
  return async ({ values, language, clientIp, altcha, userId, idempotencyKey }: Received): Promise<void> => {
    refuseGaps(values)
    const email = normaliseEmail(values.email)
    await limits.take({ email, clientIp, altcha })
    const at = now()
    await tickets.open({
      ...values,
      _id: idempotencyKey ? digest(JSON.stringify([idempotencyKey, values])) : randomUUID(),
      email,
      language,
      userId,
      createdAt: at,
      dueAt: new Date(at.getTime() + (dueHours[values.subject] ?? promisedHours) * 3600 * 1000),
    })
  }
}

/** @throws problem with the specification's text for the first gap, and all of them in `errors` */
function refuseGaps(values: ContactValues): void {
  const found = contactProblems(values)
  const [first] = found
  if (first) throw problem(first.code, { errors: found.map(({ path, code }) => ({ path, slug: code })) })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
