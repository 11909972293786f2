import { isEmail, normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import { type Account, confirmed, linkState, person, verificationLifeMs } from './account.ts'
import type { AccountStore } from './account-store.ts'

type Parts = { accounts: AccountStore; outbox: Outbox; now: () => Date }

export function createVerification({ accounts, outbox, now }: Parts) {
  return {
    /** @throws problem `verification-link-expired` (400) or `verification-token-unknown` (404) */
    verify: async (token: string): Promise<void> => {
      const hash = hashOf(token)
      const found = await accounts.byVerification(hash)
      if (!found) throw problem('verification-token-unknown')
      await outbox.update(accounts.model, found._id, (account) => {
        const link = account.verification
        if (link?.hash !== hash) throw problem('verification-token-unknown')
        const state = linkState(link, now())
        if (state === 'expired') throw problem('verification-link-expired')
        if (state === 'used') return null
        return confirmed(account, now())
      })
    },

    /** Mails a new link where there is something to verify; the old one is void. Never tells which. */
    resend: async (email: string): Promise<void> => {
      const found = await accounts.byEmail(email)
      if (!found || !isToVerify(found)) return accounts.pretend()
      const token = newToken()
      await outbox.update(accounts.model, found._id, (account) => {
        if (!isToVerify(account)) return null
        const expiresAt = new Date(now().getTime() + verificationLifeMs)
        return {
          update: { $set: { verification: { hash: hashOf(token), expiresAt, usedAt: null } } },
          event: {
            type: 'user.verification-requested',
            data: { userId: account._id, role: account.role },
            personal: { ...person(account), verificationToken: token },
          },
        }
      })
    },
  }
}

/** spec §8: no address has a text of its own. */
export function resendableAddress(address: string): string {
  const email = normaliseEmail(address)
  if (!isEmail(email)) throw problem('resend-address-missing')
  return email
}

function isToVerify({ emailVerifiedAt, expiredAt, role, status }: Account): boolean {
  if (expiredAt) return false
  return emailVerifiedAt === null && role !== 'admin' && role !== 'super-admin' && status !== 'suspended'
}
