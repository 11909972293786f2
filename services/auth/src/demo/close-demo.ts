import type { Log } from '@darsi/kit/observability/log.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Parts = { accounts: Pick<AccountStore, 'collection'>; sessions: Pick<Sessions, 'endAll'> }

/** Ends what the accounts of an earlier demo still have open, and tells the operator how many there are. */
export async function closeDemo({ accounts, sessions }: Parts, log: Pick<Log, 'warn'>): Promise<number> {
  // every demo account has such an id (`isDemoAccount`): a scan of the index, not of the collection
  const left = await accounts.collection
    .find({ _id: /^demo-/, erasedAt: null }, { projection: { _id: 1 } })
    .toArray()
  for (const { _id } of left) await sessions.endAll(_id)
  if (left.length > 0)
    log.warn({ accounts: left.length }, 'demo accounts are in the database; they cannot log in')
  return left.length
}
