import { type Role, roles } from '@darsi/contracts/reference/roles.ts'
import { type AccountStatus, accountStatuses } from '@darsi/contracts/rules/schemas.ts'
import { isCardWaiting, isVisible, type UserRow } from './user-row.ts'

/** The fields of a row that searching, sorting and counting need. */
export type Person = {
  id: string
  name: string
  /** Folded name and address: a search finds any part of one of them. */
  searchText: string
  role: Role
  status: AccountStatus
  assignee: string | null
  createdAt: number
  lastLogin: number
  confirmed: boolean
  approved: boolean
  governorateId: number | null
  hasProofs: boolean
  hasCard: boolean
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
  'proofs.waiting': 1,
  'card.changedAt': 1,
  cardReviewedOf: 1,
  erasure: 1,
  erasedAt: 1,
  changedAt: 1,
} as const

/** Null for a row that no list contains: the event of its registration has not arrived, or it is being erased. */
export function personOf(row: UserRow): Person | null {
  if (!isVisible(row)) return null
  return {
    id: row._id,
    name: row.searchName,
    // `join` makes one piece of memory; a template keeps its parts, and each search would read them one by one
    searchText: [row.searchName, row.searchEmail].join('\n'),
    // the strings of the constants, or each person would keep their own copies
    role: roles.find((role) => role === row.role) ?? row.role,
    status: accountStatuses.find((status) => status === row.status) ?? row.status,
    assignee: row.assignee,
    createdAt: row.createdAt.getTime(),
    lastLogin: row.lastLoginAt.getTime(),
    confirmed: row.emailVerifiedAt != null,
    approved: row.approvedAt != null,
    governorateId: row.governorateId ?? null,
    hasProofs: row.proofs.waiting.length > 0,
    hasCard: isCardWaiting(row),
  }
}
