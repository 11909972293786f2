import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Parts = { accounts: AccountStore; sessions: Sessions; outbox: Outbox; now: () => Date }

/**
 * Replaces an account by a tombstone without personal data, publishes it, and frees the address. Logins are refused
 * first. Repeatable after a crash.
 */
export function createErasure({ accounts, sessions, outbox, now }: Parts) {
  return async (userId: string): Promise<void> => {
    let key: string | undefined
    await outbox.replace(accounts.collection, userId, ({ email, role, createdAt, idempotency }) => {
      const erased = `erased:${userId}`
      if (email === erased) return null
      key = idempotency?.key
      const at = now()
      return {
        document: {
          email: erased,
          fullName: '',
          language: 'en',
          role,
          status: 'suspended',
          createdAt,
          erasedAt: at,
        },
        event: { type: 'user.erased', data: { userId, service: 'auth', at: at.toISOString() } },
      }
    })
    // otherwise the same request again would find this account's id taken
    if (key) await accounts.requests.forget(key)
    await accounts.addresses.releaseAll(userId)
    await sessions.endAll(userId)
  }
}

export type Erase = ReturnType<typeof createErasure>
