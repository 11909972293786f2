import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Filter } from '@darsi/kit/mongo/collection.ts'
import type { Migration } from '@darsi/kit/mongo/migrate.ts'
import { type Account, person } from './accounts/account.ts'
import type { AccountStore } from './accounts/account-store.ts'

const batch = 200

/**
 * Publishes which older accounts have a proven address: the search lists only those teachers, and its service has no
 * record of older proofs.
 */
export function publishProvenTeachers(accounts: Pick<AccountStore, 'collection'>, outbox: Outbox): Migration {
  return {
    id: '2026-11-22-tell-proven-teachers',
    run: async (alive) => {
      let changed = 0
      for (let after = ''; ; await alive()) {
        const filter: Filter<Account> = {
          _id: { $gt: after },
          role: 'teacher',
          emailVerifiedAt: { $ne: null },
        }
        const options = { sort: { _id: 1 }, limit: batch, projection: { _id: 1 } } as const
        const found = await accounts.collection.find(filter, options).toArray()
        for (const { _id } of found) {
          const published = await outbox.update(accounts.collection, _id, (account) =>
            account.emailVerifiedAt === null
              ? null
              : {
                  update: {},
                  event: {
                    type: 'user.verified',
                    data: {
                      userId: account._id,
                      role: account.role,
                      verifiedAt: account.emailVerifiedAt.toISOString(),
                      again: true,
                    },
                    personal: person(account),
                  },
                },
          )
          if (published) changed++
        }
        const last = found.at(-1)
        if (!last) return { changed }
        after = last._id
      }
    },
  }
}
