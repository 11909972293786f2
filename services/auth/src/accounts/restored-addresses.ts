import type { Filter } from '@darsi/kit/mongo/collection.ts'
import type { Migration } from '@darsi/kit/mongo/migrate.ts'
import type { Account } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { liveUndos } from './email-undo.ts'

const batch = 200

/**
 * Writes the missing claims of addresses after a restore, beside the traffic. Login and password recovery find an
 * account only by its claim, and a backup may lack one, because it reads the accounts before the claims. Of two accounts
 * with the same address one gets the claim.
 * @param versionBase changes with each restore. It is part of the id, because a restore also brings back the record
 *   that an earlier run is done
 */
export function claimRestoredAddresses(
  accounts: Pick<AccountStore, 'collection' | 'addresses'>,
  { versionBase, now }: { versionBase: number; now: () => Date },
): Migration {
  return {
    id: `claim-restored-addresses.${versionBase}`,
    run: async (alive) => {
      let changed = 0
      for (let after = ''; ; await alive()) {
        const found = await accountsAfter(accounts, after)
        for (const { _id, email } of await unclaimed(accounts, found, now())) {
          if (await accounts.addresses.claim(email, _id, now())) changed++
          // the account may have been erased or changed since it was read
          await accounts.addresses.release(email, _id, now())
        }
        const last = found.at(-1)
        if (!last) return { changed }
        after = last._id
      }
    },
  }
}

type Addressed = Pick<Account, '_id' | 'email' | 'emailUndos'>

function accountsAfter(
  { collection }: Pick<AccountStore, 'collection'>,
  after: string,
): Promise<Addressed[]> {
  const filter: Filter<Account> = { _id: { $gt: after }, erasedAt: null, expiredAt: null, leftAt: null }
  const projection = { email: 1, emailUndos: 1 }
  return collection.find<Addressed>(filter, { sort: { _id: 1 }, limit: batch, projection }).toArray()
}

/** The addresses that these accounts hold without having claimed them. */
async function unclaimed(
  { addresses }: Pick<AccountStore, 'addresses'>,
  found: readonly Addressed[],
  at: Date,
): Promise<{ _id: string; email: string }[]> {
  const held = found.flatMap(({ _id, email, emailUndos }) =>
    [email, ...liveUndos({ emailUndos }, at).map((undo) => undo.email)].map((each) => ({ _id, email: each })),
  )
  const ids = held.map(({ email }) => email)
  const claims = await addresses.collection.find({ _id: { $in: ids } }).toArray()
  const ownerOf = new Map(claims.map(({ _id, accountId }) => [_id, accountId]))
  return held.filter(({ _id, email }) => ownerOf.get(email) !== _id)
}
