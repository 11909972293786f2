import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { hasFactor } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { proving } from '../accounts/proof.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { changed } from './factors.ts'

type Parts = { accounts: AccountStore; sessions: Pick<Sessions, 'endAll'>; outbox: Outbox }

/** Removes all second factors and recovery codes of an account, and ends its sessions: for the operator, without a code. */
export async function removeFactors(
  { accounts, sessions, outbox }: Parts,
  email: string,
): Promise<'removed' | 'no-account' | 'no-factor'> {
  const found = await accounts.byEmail(normaliseEmail(email))
  if (!found) return 'no-account'
  const after = await outbox.update(accounts.collection, found._id, (account) => {
    if (!hasFactor(account)) return null
    return {
      update: proving('factor-change', { factors: [], recoveryCodes: [] }),
      event: changed(account, { change: 'removed', by: 'operator' }),
    }
  })
  if (!after) return 'no-factor'
  await sessions.endAll(found._id)
  return 'removed'
}
