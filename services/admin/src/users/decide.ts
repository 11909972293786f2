import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { isVisible, type UserRow } from '../people/user-row.ts'
import {
  type DecisionBasis,
  type DecisionEvent,
  decideOn,
  refuseOvertaken,
  requireSameBasis,
} from './decision.ts'
import type { UserStore } from './user-store.ts'

type Request = {
  id: string
  by: Pick<Identity, 'userId' | 'role'>
  status: AccountStatus
  notes: string
  /** The status that the administrator saw; when absent, the one that the first read finds. */
  seen?: AccountStatus | undefined
  at: Date
  /** Whether a decision that was written since `at` refuses this one; checked when `seen` is absent. */
  refusesOvertaken?: boolean
  profileAt?: string | undefined
  requires: readonly ApprovalNeed[]
}

/**
 * Writes a decision on an account. When another decision wins the compare-and-set, this one is refused instead of
 * repeated on the new status.
 * @throws problem as `decideOn` does, `status-changed` or `not-found`
 */
export async function decide(
  users: Pick<UserStore, 'update'>,
  { id, seen, refusesOvertaken, ...decision }: Request,
): Promise<{ row: UserRow; type: DecisionEvent; previous: UserRow['status'] }> {
  let type: DecisionEvent = 'user.approved'
  let previous: UserRow['status'] = 'pending'
  let basis: DecisionBasis | null = seen ? { status: seen } : null
  const row = await users.update(id, (found) => {
    if (!isVisible(found)) throw problem('not-found')
    basis = requireSameBasis(found, basis)
    if (refusesOvertaken && !seen) refuseOvertaken(found, decision.at)
    const moved = decideOn(found, decision)
    type = moved.event.type
    previous = found.status
    return moved
  })
  if (!row) throw problem('not-found')
  return { row, type, previous }
}
