import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { type Account, person } from './account.ts'
import type { AccountStore } from './account-store.ts'

type Parts = { accounts: AccountStore; outbox: Outbox; now: () => Date }

const repeatEveryMs = 3600 * 1000

/**
 * Notifies the owner of an address, at most once an hour, that someone tried to use it. Without an owner it does the
 * same reads and writes, so that the response time reveals nothing.
 */
export function createNotifyOwner({ accounts, outbox, now }: Parts) {
  const wasNotified = ({ repeatedAt }: Account): boolean =>
    repeatedAt !== null && now().getTime() - repeatedAt.getTime() < repeatEveryMs

  return async (owner: Account | null, how: 'registration' | 'email-change'): Promise<void> => {
    if (!owner || wasNotified(owner)) return accounts.pretend()
    await outbox.update(accounts.collection, owner._id, (account) => {
      if (wasNotified(account)) return null
      return {
        update: { $set: { repeatedAt: now() } },
        event: {
          type: 'user.registration-repeated',
          data: { userId: account._id, role: account.role, how },
          personal: person(account),
        },
      }
    })
  }
}

export type NotifyOwner = ReturnType<typeof createNotifyOwner>
