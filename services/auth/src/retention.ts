import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import type { createEmailChange } from './email-change/email-change.ts'
import type { createExpiry } from './lifecycle/expiry.ts'
import type { PersonStore } from './persons/person-store.ts'
import type { createSessionStore } from './sessions/session-store.ts'

type Parts = {
  persons: Pick<PersonStore, 'removeExpired'>
  expiry: Pick<ReturnType<typeof createExpiry>, 'sweep'>
  emailChange: Pick<ReturnType<typeof createEmailChange>, 'sweep'>
  sessionRows: Pick<ReturnType<typeof createSessionStore>, 'collection'>
}

/** The removal jobs of this service (rules/retention.ts). */
export function createRetention({ expiry, emailChange, sessionRows, persons }: Parts): Removals<'auth'> {
  return {
    'unconfirmed-registrations': expiry.sweep,
    'earlier-addresses': emailChange.sweep,
    // by the end that each row has
    persons: persons.removeExpired,
    // by the end of each session, which is sooner for administrators
    sessions: (now) => removeAll(sessionRows.collection, { endsAt: { $lte: now } }),
  }
}
