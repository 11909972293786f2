import { isEmail, normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import { type Account, confirmed, person, recoveryLifeMs } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Passwords } from './passwords.ts'
import { checkPassword } from './strength.ts'

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

export function createRecovery({ accounts, passwords, sessions, outbox, now }: Parts) {
  const refused = problem('reset-link-invalid')
  const liveLink = (account: Account | null, hash: string) =>
    account?.recovery?.hash === hash && account.recovery.expiresAt > now() && account.status !== 'suspended'

  return {
    /** Mails a reset link if the address has an account, and takes as long if it has none. */
    request: async (email: string): Promise<void> => {
      const found = await accounts.byEmail(email)
      if (!found || found.status === 'suspended') return accounts.pretend()
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

    /** Sets a password by a mailed link, also an invited person's first; the link is spent and every session ends. */
    reset: async (token: string, password: string): Promise<void> => {
      const hash = hashOf(token)
      const found = await accounts.byRecovery(hash)
      if (!found || !liveLink(found, hash)) throw refused
      checkPassword(password, found)
      const passwordHash = await passwords.hash(password)
      const changed = await outbox.update(accounts.model, found._id, (account) => {
        if (!liveLink(account, hash)) throw refused
        return {
          update: { $set: { passwordHash, recovery: null } },
          event: {
            type: 'user.password-changed',
            data: { userId: account._id, role: account.role, how: 'reset' },
            personal: person(account),
          },
        }
      })
      if (!changed) throw refused
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
      checkPassword(next, account)
      const passwordHash = await passwords.hash(next)
      await outbox.update(accounts.model, userId, (doc) => {
        // another change was faster: what was proven is no longer the password
        if (doc.passwordHash !== account.passwordHash) throw problem('password-wrong')
        return {
          // a link that was mailed before must not undo the change
          update: { $set: { passwordHash, recovery: null } },
          event: {
            type: 'user.password-changed',
            data: { userId, role: doc.role, how: 'change' },
            personal: person(doc),
          },
        }
      })
      await sessions.endAll(userId, sessionId)
    },
  }
}

/** spec §5: an empty address and a malformed one have texts of their own. */
export function recoverableAddress(address: string): string {
  if (address.trim() === '') throw problem('forgot-address-missing')
  const email = normaliseEmail(address)
  if (!isEmail(email)) throw problem('forgot-address-invalid')
  return email
}
