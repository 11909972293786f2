import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import {
  type Account,
  hasPassword,
  isProven,
  olderThan,
  person,
  recoveryLifeMs,
} from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { confirmed, isAsProven, proving } from '../accounts/proof.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { checkPassword } from '../passwords/strength.ts'
import type { Sessions } from '../sessions/sessions.ts'

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
    /**
     * Mails a reset link if the address has an account; takes the same time if not. An account without a password has
     * none to recover: only its invitation sets the first one, or that would never end.
     */
    request: async (email: string): Promise<void> => {
      const found = await accounts.byEmail(email)
      if (!found || !hasPassword(found) || found.status === 'suspended') return accounts.pretend()
      const token = newToken()
      await outbox.update(accounts.collection, found._id, (account) => ({
        update: {
          $set: {
            recovery: {
              hash: hashOf(token),
              expiresAt: new Date(now().getTime() + recoveryLifeMs),
              older: olderThan(account.recovery),
            },
          },
        },
        event: {
          type: 'user.password-reset-requested',
          data: { userId: account._id, role: account.role },
          personal: { ...person(account), resetToken: token },
        },
      }))
    },

    /**
     * Sets a password by a mailed link, also the first one of an invited person; uses up the link and ends every
     * session.
     */
    reset: async (token: string, password: string): Promise<Account> => {
      const hash = hashOf(token)
      const found = await accounts.byRecovery(hash)
      if (!found && (await accounts.isReplaced('recovery', hash))) throw problem('link-replaced')
      if (!found || !liveLink(found, hash)) throw refused
      checkPassword(password, found)
      const passwordHash = await passwords.hash(password)
      const changed = await outbox.update(accounts.collection, found._id, (account) => {
        if (!liveLink(account, hash)) throw refused
        return isStrangers(account)
          ? reclaimed(account, passwordHash, now())
          : resetWith(account, passwordHash)
      })
      if (!changed) throw refused
      // an invited person's first password: reading the mail proves the address. Before the sessions end: that fails
      // without Redis, and the link cannot be used again
      await outbox.update(accounts.collection, changed._id, (account) =>
        account.emailVerifiedAt === null ? confirmed(account, now()) : null,
      )
      await sessions.endAll(changed._id)
      return changed
    },

    /** @param proven the account as its owner proved it */
    change: async (proven: Account, sessionId: string, next: string): Promise<void> => {
      const passwordHash = await passwords.hash(next)
      const changed = await outbox.update(accounts.collection, proven._id, (account) => {
        // another change was faster, so the proven password is no longer the current one
        if (!isAsProven(account, proven)) throw problem('password-wrong')
        return {
          update: proving('password-change', { passwordHash }),
          event: {
            type: 'user.password-changed',
            data: { userId: account._id, role: account.role, how: 'change', sessionId },
            personal: person(account),
          },
        }
      })
      await sessions.endAll(proven._id, sessionId, changed)
    },
  }
}

/** True when a password was chosen before the address was proven: the reader of its mail may be another person. */
const isStrangers = (account: Account) => hasPassword(account) && !isProven(account)

function resetWith(account: Account, passwordHash: string) {
  return {
    update: proving('reset', { passwordHash }),
    event: {
      type: 'user.password-changed' as const,
      data: { userId: account._id, role: account.role, how: 'reset' as const },
      personal: person(account),
    },
  }
}

/** The first proof of the address: everything set up or typed before it is dropped, in every service. */
function reclaimed(account: Account, passwordHash: string, at: Date) {
  return {
    update: proving('first-proof', { passwordHash, emailVerifiedAt: at }),
    event: {
      type: 'user.reclaimed' as const,
      data: { userId: account._id, role: account.role, verifiedAt: at.toISOString() },
      personal: person(account),
    },
  }
}

/** spec §5: an empty address and a malformed one have different texts. */
export function recoverableAddress(address: string): string {
  if (address.trim() === '') throw problem('forgot-address-missing')
  const email = normaliseEmail(address)
  if (!isEmail(email)) throw problem('forgot-address-invalid')
  return email
}

export type Recovery = ReturnType<typeof createRecovery>
