import { type Role, roles } from '@darsi/contracts/roles.ts'
import { type AccountStatus, accountStatuses } from '@darsi/contracts/schemas.ts'
import { isVisible, type UserRow } from '../user-row.ts'
import { lettersOf } from './letters.ts'

/** What searching, sorting and counting need of a row. */
export type Person = {
  id: string
  name: string
  /** Of name and address. */
  letters: string
  role: Role
  status: AccountStatus
  assignee: string | null
  createdAt: number
  lastLogin: number
  confirmed: boolean
  approved: boolean
  governorateId: number | null
}

export const personFields = {
  searchName: 1,
  searchEmail: 1,
  role: 1,
  status: 1,
  assignee: 1,
  createdAt: 1,
  lastLoginAt: 1,
  emailVerifiedAt: 1,
  approvedAt: 1,
  governorateId: 1,
  erasure: 1,
  erasedAt: 1,
  changedAt: 1,
} as const

/** Null for a row that nobody is shown: auth has not told of it yet, or it is being erased. */
export function personOf(row: UserRow): Person | null {
  if (!isVisible(row)) return null
  return {
    id: row._id,
    name: row.searchName,
    letters: lettersOf(row.searchName, row.searchEmail),
    // one string for all instead of one in each row
    role: roles.find((role) => role === row.role) ?? row.role,
    status: accountStatuses.find((status) => status === row.status) ?? row.status,
    assignee: row.assignee ?? null,
    createdAt: row.createdAt.getTime(),
    lastLogin: row.lastLoginAt.getTime(),
    confirmed: row.emailVerifiedAt != null,
    approved: row.approvedAt != null,
    governorateId: row.governorateId ?? null,
  }
}
