import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { isAsProven, proving } from './proof.ts'

type Parts = {
  accounts: AccountStore
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

/**
 * The owner closes the account: from here on nobody signs in and no link of it works. The admin service answers
 * with the same erasure as a super-admin's deletion, which ends in every service (docs/accounts.md).
 */
export function createLeaving({ accounts, sessions, outbox, now }: Parts) {
  return async (proven: Account): Promise<void> => {
    const userId = proven._id
    await outbox.update(accounts.collection, userId, (account) => {
      if (account.leftAt) return null
      // another password was set meanwhile: what was proven is no longer it
      if (!isAsProven(account, proven)) throw problem('password-wrong')
      const at = now()
      return {
        update: proving('leaving', { leftAt: at, status: 'suspended' }),
        event: { type: 'user.left', data: { userId, role: account.role, at: at.toISOString() } },
      }
    })
    await sessions.endAll(userId)
  }
}
