import { confirmsByEmail } from '@darsi/contracts/reference/roles.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import type { UserRow } from '../people/user-row.ts'
import type { DuplicatePair } from './duplicate-pair.ts'

type Row = Pick<UserRow, 'role' | 'status' | 'decisions'>
type Merge = Pick<DuplicatePair, 'decidedAt' | 'decidedBy'>

/** True while the merge is the last decision in the account's history. */
export function isClosedBy(row: Row, { decidedAt, decidedBy }: Merge): boolean {
  const last = row.decisions.at(-1)
  return row.status === 'suspended' && last?.at.getTime() === decidedAt?.getTime() && last?.by === decidedBy
}

/** True while nobody decided on the account since the merge; it may have been closed before. */
export function isStillClosedSince(row: Row, { decidedAt }: Merge): boolean {
  const last = row.decisions.at(-1)
  return row.status === 'suspended' && decidedAt !== null && (last === undefined || last.at <= decidedAt)
}

/** The status before the last decision, so that undoing a merge does not approve an account that was not approved. */
export function statusBefore({
  role,
  decisions,
  approvedAt,
}: Pick<UserRow, 'role' | 'decisions' | 'approvedAt'>): AccountStatus {
  const before = decisions.at(-2)
  if (before) return before.status
  if (confirmsByEmail(role)) return 'approved'
  return approvedAt ? 'approved' : 'pending'
}
