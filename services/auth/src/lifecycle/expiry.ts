import { confirmsByEmail } from '@darsi/contracts/reference/roles.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { type Account, hasPassword } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'

const expiresAfterMs = retentionSeconds('unconfirmed-registrations') * 1000
// a link that was requested on the last day can still be used
const latestMs = 8 * dayMs
const atOnce = 200

type Expiring = Pick<
  Account,
  'role' | 'passwordHash' | 'createdAt' | 'emailVerifiedAt' | 'approvedAt' | 'verification' | 'expiredAt'
>

/**
 * docs/accounts.md: an unconfirmed registration is kept for seven days, or while its last link is valid. The same holds
 * for every account without a password, because the invitation may have gone to a stranger. A teacher whom an
 * administrator approved, and an administrator who registered, do not expire: a person decided or decides about them.
 */
export function isExpired(account: Expiring, now: Date): boolean {
  const { createdAt, emailVerifiedAt, verification, expiredAt } = account
  if (emailVerifiedAt || expiredAt || (hasPassword(account) && !needsLink(account))) return false
  const age = now.getTime() - createdAt.getTime()
  const hasLiveLink = verification !== null && verification.expiresAt > now
  return age >= latestMs || (age >= expiresAfterMs && !hasLiveLink)
}

const needsLink = ({ role, approvedAt }: Expiring) =>
  confirmsByEmail(role) || (role === 'teacher' && approvedAt === null)

type Parts = { accounts: AccountStore; outbox: Outbox; now: () => Date }

/**
 * Announces registrations that were never confirmed; the admin service then starts their erasure in every service. Safe
 * on several replicas: the change is a compare-and-set, so each account is announced once.
 */
export function createExpiry({ accounts, outbox, now }: Parts) {
  const expire = (id: string) =>
    outbox.update(accounts.collection, id, (account) => {
      const at = now()
      if (!isExpired(account, at)) return null
      return {
        // from now on no link confirms it
        update: { $set: { expiredAt: at, verification: null, recovery: null } },
        event: {
          type: 'user.registration-expired',
          data: { userId: id, role: account.role, at: at.toISOString() },
        },
      }
    })

  return {
    /** @returns how many registrations this process expired */
    sweep: async (): Promise<number> => {
      let count = 0
      let after = ''
      for (;;) {
        const ids = await accounts.unconfirmedSince(new Date(now().getTime() - expiresAfterMs), after, atOnce)
        for (const id of ids) if (await expire(id)) count++
        const last = ids.at(-1)
        if (last === undefined || ids.length < atOnce) return count
        after = last
      }
    },
  }
}
