import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { isAsProven, proving } from '../accounts/proof.ts'
import type { PersonStore } from '../persons/person-store.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Parts = {
  accounts: AccountStore
  persons: Pick<PersonStore, 'closed'>
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

/**
 * The owner closes the account: sign-in and links stop working at once. The admin service then starts the same erasure
 * as for a super-admin's deletion (docs/accounts.md).
 */
export function createLeaving({ accounts, persons, sessions, outbox, now }: Parts) {
  return async (proven: Account): Promise<void> => {
    const userId = proven._id
    await outbox.update(accounts.collection, userId, (account) => {
      if (account.leftAt) return null
      // the password was changed meanwhile, so the proof is void
      if (!isAsProven(account, proven)) throw problem('password-wrong')
      const at = now()
      return {
        update: proving('leaving', { leftAt: at, status: 'suspended' }),
        event: { type: 'user.left', data: { userId, role: account.role, at: at.toISOString() } },
      }
    })
    // the erasure repeats it; until then the telephone would be free
    await persons.closed(proven, now(), false)
    await sessions.endAll(userId)
  }
}

export type Leave = ReturnType<typeof createLeaving>
