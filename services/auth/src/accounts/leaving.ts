import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccountStore } from './account-store.ts'

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

/**
 * The owner closes the account: from here on nobody signs in and no link of it works. The admin service answers
 * with the same erasure as a super-admin's deletion, which ends in every service (docs/accounts.md).
 */
export function createLeaving({ accounts, passwords, sessions, outbox, now }: Parts) {
  return async ({ userId }: Pick<Identity, 'userId'>, password: string): Promise<void> => {
    const account = await accounts.byId(userId)
    if (!account || !(await passwords.verify(account.passwordHash, password))) throw problem('password-wrong')
    await outbox.update(accounts.model, userId, (doc) => {
      if (doc.leftAt) return null
      // another password was set meanwhile: what was proven is no longer it
      if (doc.passwordHash !== account.passwordHash) throw problem('password-wrong')
      const at = now()
      return {
        update: {
          $set: { leftAt: at, status: 'suspended', verification: null, recovery: null, emailChange: null },
        },
        event: { type: 'user.left', data: { userId, role: doc.role, at: at.toISOString() } },
      }
    })
    await sessions.endAll(userId)
  }
}
