import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import {
  type Account,
  isProven,
  isUsed,
  linkState,
  olderThan,
  person,
  verificationLifeMs,
} from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { confirmed, isAsProven } from '../accounts/proof.ts'
import type { StepUp } from '../sign-in/step-up.ts'

type Parts = { accounts: AccountStore; outbox: Outbox; stepUp: StepUp; now: () => Date }

export function createVerification({ accounts, outbox, stepUp, now }: Parts) {
  const isWhoRegistered = async (
    account: Account,
    { caller, password }: { caller: Identity | null; password: string },
  ): Promise<boolean> => {
    if (caller?.userId === account._id) return true
    if (password === '' || isProven(account) || !isUsed(account)) return false
    return isAsProven(account, await stepUp(account._id, { password, code: '' }))
  }

  return {
    /**
     * The link alone proves the address of an account without any sign-in. After a sign-in it also needs that session
     * or password, because the account may contain a stranger's data: an owner without them resets the password, which
     * drops that data.
     * @throws problem `verification-link-expired` (400), `verification-token-unknown` (404) or
     * `verification-password-required` (403)
     */
    verify: async (token: string, by: { caller: Identity | null; password: string }): Promise<void> => {
      const hash = hashOf(token)
      const found = await accounts.byVerification(hash)
      if (!found)
        throw problem(
          (await accounts.isReplaced('verification', hash)) ? 'link-replaced' : 'verification-token-unknown',
        )
      const isOwner = await isWhoRegistered(found, by)
      await outbox.update(accounts.collection, found._id, (account) => {
        const link = account.verification
        if (link?.hash !== hash) throw problem('verification-token-unknown')
        const state = linkState(link, now())
        if (state === 'expired') throw problem('verification-link-expired')
        if (state === 'used') return null
        if (isUsed(account) && !isOwner) throw problem('verification-password-required')
        return confirmed(account, now())
      })
    },

    /**
     * Mails a new link where an address is unverified, and voids the old one. The answer never reveals which case it
     * was.
     */
    resend: async (email: string): Promise<void> => {
      const found = await accounts.byEmail(email)
      if (!found || !isToVerify(found)) return accounts.pretend()
      const token = newToken()
      await outbox.update(accounts.collection, found._id, (account) => {
        if (!isToVerify(account)) return null
        const expiresAt = new Date(now().getTime() + verificationLifeMs)
        return {
          update: {
            $set: {
              verification: {
                hash: hashOf(token),
                expiresAt,
                usedAt: null,
                older: olderThan(account.verification),
              },
            },
          },
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

/** spec §8: a missing address has a text of its own. */
export function resendableAddress(address: string): string {
  const email = normaliseEmail(address)
  if (!isEmail(email)) throw problem('resend-address-missing')
  return email
}

function isToVerify({ emailVerifiedAt, expiredAt, role, status }: Account): boolean {
  if (expiredAt) return false
  return emailVerifiedAt === null && !isAdmin(role) && status !== 'suspended'
}

export type Verification = ReturnType<typeof createVerification>
