import { confirmsByEmail } from '@darsi/contracts/roles.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import type { UserRow } from '../user-row.ts'
import type { DuplicatePair } from './duplicate-store.ts'

type Row = Pick<UserRow, 'role' | 'status' | 'decisions'>
type Merge = Pick<DuplicatePair, 'decidedAt' | 'decidedBy'>

/** True while the account is closed by this merge and nothing else: the decision stands last in its history. */
export function isClosedBy(row: Row, { decidedAt, decidedBy }: Merge): boolean {
  const last = row.decisions.at(-1)
  return row.status === 'suspended' && last?.at.getTime() === decidedAt?.getTime() && last?.by === decidedBy
}

/** True while nobody decided on the account since the merge; it may have been closed before. */
export function isStillClosedSince(row: Row, { decidedAt }: Merge): boolean {
  const last = row.decisions.at(-1)
  return row.status === 'suspended' && decidedAt !== null && (last === undefined || last.at <= decidedAt)
}

/** What an account was before the last decision on it: nobody comes out of a merge better than they went in. */
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
