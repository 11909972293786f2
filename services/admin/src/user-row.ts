import type { ListedUser } from '@darsi/contracts/admin-api.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { isVerified, type Role } from '@darsi/contracts/roles.ts'
import type { AccountStatus, Location } from '@darsi/contracts/schemas.ts'
import type { Outboxed } from '@darsi/kit/outbox.ts'

export type DecisionNote = { status: AccountStatus; notes: string; by: string; at: Date }

/** A teacher's declaration at registration (Decree 2015-1619). */
type Employment = { status: string; declaredAt: Date }

/** One user as administrators see them. Each group of fields has one writer, so topics may arrive in any order. */
export type UserRow = Outboxed & {
  // from auth
  email: string
  role: Role
  language: Language
  fullName: string
  createdAt: Date
  emailVerifiedAt: Date | null
  /** The epoch while there was no login, so that it sorts. */
  lastLoginAt: Date
  searchName: string
  searchEmail: string
  // from users
  phone: string
  location: Location | null
  governorateId: number | null
  birthYear?: number | null
  registrationNotes: string
  /** Absent in rows of older code. */
  employment?: Employment | null
  profileAt: Date | null
  // this service's own
  status: AccountStatus
  approvedAt: Date | null
  decisions: DecisionNote[]
  assignee?: string | null
  erasure: { pending: string[]; at: Date; by: string; reason?: 'unconfirmed' | 'own' } | null
  src: Record<string, number>
  erasedAt: Date | null
}

/** A row that auth has told of and that is not erased; others are not there for anybody. */
export function isKnown({ createdAt, erasedAt }: Partial<Pick<UserRow, 'createdAt' | 'erasedAt'>>): boolean {
  return createdAt !== undefined && !erasedAt
}

/** A known row that anybody is shown: an account that is being erased is gone for everyone. */
export function isVisible(row: Partial<Pick<UserRow, 'createdAt' | 'erasure' | 'erasedAt'>>): boolean {
  return isKnown(row) && row.erasure == null
}

/** Somebody who may decide, and look after what waits. */
export function isAdministrator({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return (role === 'admin' || role === 'super-admin') && status === 'approved'
}

/** The row in the specification's words, in both of its spellings (spec §3). */
export function listed(row: UserRow, assigneeName = ''): ListedUser {
  const verified = isVerified(row)
  const created = row.createdAt.toISOString()
  const last = row.decisions.at(-1)
  const changes = [row.createdAt, row.profileAt ?? row.createdAt, last?.at ?? row.createdAt]
  const updated = new Date(Math.max(...changes.map((at) => at.getTime()))).toISOString()
  const login = row.lastLoginAt.getTime() === 0 ? null : row.lastLoginAt.toISOString()
  return {
    id: row._id,
    email: row.email,
    full_name: row.fullName,
    fullName: row.fullName,
    phone: row.phone,
    role: row.role,
    is_verified: verified,
    isVerified: verified,
    emailVerified: row.emailVerifiedAt !== null,
    created_at: created,
    createdAt: created,
    updated_at: updated,
    updatedAt: updated,
    last_login_at: login,
    lastLoginAt: login,
    status: row.status,
    location: placeOf(row.location),
    registration_notes: row.registrationNotes,
    registrationNotes: row.registrationNotes,
    employment: row.employment
      ? { status: row.employment.status, declaredAt: row.employment.declaredAt.toISOString() }
      : null,
    assignee: row.assignee ? { id: row.assignee, name: assigneeName } : null,
    decision: last
      ? { status: last.status, notes: last.notes, by: last.by, at: last.at.toISOString() }
      : null,
    version: row.v,
  }
}

/** spec §3 location: "City, Governorate"; empty when nothing is known. */
function placeOf(location: Location | null): string {
  if (!location) return ''
  const city = location.local_area || location.municipality || location.delegation
  return [city, location.governorate].filter(Boolean).join(', ')
}
