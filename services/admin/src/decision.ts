import type { Role } from '@darsi/contracts/roles.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { UserRow } from './user-row.ts'

type Target = Pick<UserRow, 'role' | 'status'>
export type DecisionEvent = 'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.reopened'

/**
 * What a decision means, by product.md §5 and §7. `pending` takes back the suspension of an account that waited.
 * @throws problem `decision-not-allowed`, `status-unchanged`, or `reason-required` for closing an open account
 */
export function decisionEvent(target: Target, by: Role, status: AccountStatus, notes: string): DecisionEvent {
  refuseOverreach(target, by)
  if (target.status === status) throw problem('status-unchanged')
  if (status === 'pending') {
    if (target.status !== 'suspended') throw problem('decision-not-allowed')
    return 'user.reopened'
  }
  if (status === 'approved') return target.status === 'pending' ? 'user.approved' : 'user.reinstated'
  if (target.status === 'approved' && notes.trim() === '') throw problem('reason-required')
  return 'user.suspended'
}

/** Nobody decides on a super-admin; only a super-admin decides on an admin. */
export function refuseOverreach({ role }: Pick<Target, 'role'>, by: Role): void {
  if (role === 'super-admin' || (role === 'admin' && by !== 'super-admin'))
    throw problem('decision-not-allowed')
}
