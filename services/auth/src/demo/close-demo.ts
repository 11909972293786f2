import type { Log } from '@darsi/kit/observability/log.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Parts = { accounts: Pick<AccountStore, 'collection'>; sessions: Pick<Sessions, 'endAll'> }

/** Ends the open sessions of an earlier demo's accounts and reports their number to the operator. */
export async function closeDemo({ accounts, sessions }: Parts, log: Pick<Log, 'warn'>): Promise<number> {
  // every demo account has such an id (`isDemoAccount`): an index scan, not a collection scan
  const left = await accounts.collection
    .find({ _id: /^demo-/, erasedAt: null }, { projection: { _id: 1 } })
    .toArray()
  for (const { _id } of left) await sessions.endAll(_id)
  if (left.length > 0)
    log.warn({ accounts: left.length }, 'demo accounts are in the database; they cannot log in')
  return left.length
}
