import {
  isEmail,
  maxPasswordLength,
  minPasswordLength,
  normaliseEmail,
} from '@darsi/contracts/registration-rules.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { confirmed, person, recoveryLifeMs } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { hashOf, newToken } from './secrets.ts'
import type { Sessions } from './sessions.ts'

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

export function createRecovery({ accounts, passwords, sessions, outbox, now }: Parts) {
  return {
    /** Mails a reset link if the address has an account; answers alike for any address. */
    request: async (address: string): Promise<void> => {
      if (address.trim() === '') throw problem('forgot-address-missing')
      const email = normaliseEmail(address)
      if (!isEmail(email)) throw problem('forgot-address-invalid')
      const found = await accounts.byEmail(email)
      if (!found || found.status === 'suspended') return
      const token = newToken()
      await outbox.update(accounts.model, found._id, (account) => ({
        update: {
          $set: { recovery: { hash: hashOf(token), expiresAt: new Date(now().getTime() + recoveryLifeMs) } },
        },
        event: {
          type: 'user.password-reset-requested',
          data: { userId: account._id, role: account.role },
          personal: { ...person(account), resetToken: token },
        },
      }))
    },

    /** Sets a new password by the mailed link; the link is spent and every session ends. */
    reset: async (token: string, password: string): Promise<void> => {
      const hash = hashOf(token)
      const found = await accounts.byRecovery(hash)
      if (!found?.recovery || found.recovery.expiresAt <= now()) throw problem('reset-link-invalid')
      checkLength(password)
      const passwordHash = await passwords.hash(password)
      const changed = await outbox.update(accounts.model, found._id, (account) => {
        if (account.recovery?.hash !== hash) throw problem('reset-link-invalid')
        return {
          update: { $set: { passwordHash, recovery: null } },
          event: {
            type: 'user.password-changed',
            data: { userId: account._id, role: account.role, how: 'reset' },
            personal: person(account),
          },
        }
      })
      if (!changed) return
      await sessions.endAll(changed._id)
      // whoever reads the mail has shown that the address is theirs
      await outbox.update(accounts.model, changed._id, (account) =>
        account.emailVerifiedAt === null ? confirmed(account, now()) : null,
      )
    },

    change: async ({ userId, sessionId }: Identity, current: string, next: string): Promise<void> => {
      const account = await accounts.byId(userId)
      if (!account || !(await passwords.verify(account.passwordHash, current)))
        throw problem('password-wrong')
      checkLength(next)
      const passwordHash = await passwords.hash(next)
      await outbox.update(accounts.model, userId, (doc) => ({
        update: { $set: { passwordHash } },
        event: {
          type: 'user.password-changed',
          data: { userId, role: doc.role, how: 'change' },
          personal: person(doc),
        },
      }))
      await sessions.endAll(userId, sessionId)
    },
  }
}

function checkLength(password: string): void {
  const length = [...password].length
  if (length < minPasswordLength) throw problem('password-too-short')
  if (length > maxPasswordLength) throw problem('password-too-long')
}
