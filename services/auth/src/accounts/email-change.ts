import { isEmail, normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { person, verificationLifeMs } from './account.ts'
import type { AccountStore } from './account-store.ts'

type Parts = { accounts: AccountStore; passwords: Passwords; outbox: Outbox; now: () => Date }

/** A new address counts once its own mailed link was used; the old one is told at once. */
export function createEmailChange({ accounts, passwords, outbox, now }: Parts) {
  return {
    request: async (userId: string, address: string, password: string): Promise<void> => {
      const email = normaliseEmail(address)
      if (!isEmail(email)) throw problem('email-invalid')
      const account = await accounts.byId(userId)
      if (!account || !(await passwords.verify(account.passwordHash, password)))
        throw problem('password-wrong')
      // a taken address gets the same answer, and no link
      if (await accounts.byEmail(email)) return accounts.pretend()
      const token = newToken()
      const expiresAt = new Date(now().getTime() + verificationLifeMs)
      await outbox.update(accounts.model, userId, (doc) => ({
        update: { $set: { emailChange: { email, hash: hashOf(token), expiresAt } } },
        event: {
          type: 'user.email-change-requested',
          data: { userId, role: doc.role },
          personal: { ...person(doc), newEmail: email, verificationToken: token },
        },
      }))
    },

    /** @returns false when the token is not one of an e-mail change */
    confirm: async (token: string): Promise<boolean> => {
      const hash = hashOf(token)
      const found = await accounts.byEmailChange(hash)
      if (!found) return false
      const { addresses } = accounts
      const asked = found.emailChange
      if (!asked || asked.expiresAt <= now()) throw problem('verification-link-expired')
      // somebody registered with the address meanwhile
      if (!(await addresses.claim(asked.email, found._id, now()))) throw problem('verification-token-unknown')
      await outbox.update(accounts.model, found._id, (account) => {
        if (account.emailChange?.hash !== hash) throw problem('verification-token-unknown')
        return {
          update: {
            // links that went to the old address are void
            $set: { email: asked.email, emailChange: null, recovery: null, emailVerifiedAt: now() },
          },
          event: {
            type: 'user.email-changed',
            data: { userId: account._id, role: account.role },
            personal: { ...person(account), email: asked.email, oldEmail: account.email },
          },
        }
      })
      if (asked.email !== found.email) await addresses.release(found.email, found._id)
      return true
    },
  }
}
