import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { PersonStore } from '../persons/person-store.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Parts = {
  accounts: AccountStore
  persons: PersonStore
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

/**
 * Replaces an account by a tombstone without personal data, publishes it, and frees the address. Logins are refused
 * first. Repeatable after a crash.
 */
export function createErasure({ accounts, persons, sessions, outbox, now }: Parts) {
  return async (
    userId: string,
    { at, isMerged = false }: { at: Date; isMerged?: boolean },
  ): Promise<void> => {
    let key: string | undefined
    const account = await accounts.collection.findOne({ _id: userId, erasedAt: null })
    // first: once the address is free, its next registration asks the register
    if (account) await persons.closed(account, at, isMerged)
    await outbox.replace(accounts.collection, userId, ({ email, role, createdAt, idempotency }) => {
      const erased = `erased:${userId}`
      if (email === erased) return null
      key = idempotency?.key
      return {
        document: {
          email: erased,
          fullName: '',
          language: 'en',
          role,
          status: 'suspended',
          createdAt,
          erasedAt: now(),
        },
        event: { type: 'user.erased', data: { userId, service: 'auth', at: now().toISOString() } },
      }
    })
    // otherwise the same request again would find this account's id taken
    if (key) await accounts.requests.forget(key)
    await accounts.addresses.releaseAll(userId)
    await sessions.endAll(userId)
  }
}

export type Erase = ReturnType<typeof createErasure>
