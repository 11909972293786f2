import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { type Account, person } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { reservedUntil } from './email-undo.ts'

type Parts = { accounts: AccountStore; outbox: Outbox; now: () => Date }

const repeatEveryMs = hourMs

type Use = { how: 'registration' | 'email-change'; email: string }

/**
 * Notifies the owner of an address, at most once an hour, that someone tried to use it. Also an owner who has left it
 * and may still return to it: the mail says until when. Without an owner it does the same reads and writes, so that the
 * response time reveals nothing.
 */
export function createNotifyOwner({ accounts, outbox, now }: Parts) {
  const wasNotified = ({ repeatedAt }: Account): boolean =>
    repeatedAt !== null && now().getTime() - repeatedAt.getTime() < repeatEveryMs

  return async (owner: Account | null, { how, email }: Use): Promise<void> => {
    if (!owner || wasNotified(owner)) return accounts.pretend()
    await outbox.update(accounts.collection, owner._id, (account) => {
      if (wasNotified(account)) return null
      const until = reservedUntil(account, email, now())?.toISOString()
      return {
        update: { $set: { repeatedAt: now() } },
        event: {
          type: 'user.registration-repeated',
          data: { userId: account._id, role: account.role, how, ...(until && { reservedUntil: until }) },
          personal: { ...person(account), email },
        },
      }
    })
  }
}

export type NotifyOwner = ReturnType<typeof createNotifyOwner>
