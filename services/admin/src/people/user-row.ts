import type { ListedUser } from '@darsi/contracts/calls/admin/admin-api.ts'
import type { PublicCard } from '@darsi/contracts/calls/admin/cards-api.ts'
import { commaJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { defaultLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { delegationNamed, governorateNamed } from '@darsi/contracts/reference/places/location.ts'
import { isAdmin, isVerified, type Role } from '@darsi/contracts/reference/roles.ts'
import type { ErasureReason } from '@darsi/contracts/rules/erasure-reasons.ts'
import type { ProofKind } from '@darsi/contracts/rules/proofs.ts'
import type { AccountStatus, Location } from '@darsi/contracts/rules/schemas.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'

type DecisionNote = { status: AccountStatus; notes: string; by: string; at: Date }

type SessionsEnd = { reason: string; by: string; at: Date }

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
  emailAt: Date | null
  /** The address that the owner has confirmed last. */
  provenEmail: string | null
  /** The epoch before the first login, so that the field sorts. */
  lastLoginAt: Date
  searchName: string
  searchEmail: string
  // from users
  phone: string
  location: Location | null
  governorateId: number | null
  birthYear: number | null
  /** Keys that two accounts of one person may share (duplicates). */
  dupKeys: string[]
  registrationNotes: string
  employment: Employment | null
  profileAt: Date | null
  /** Changed texts of a teacher, until users has applied the decision. */
  card: { changedAt: Date; shown: PublicCard; proposed: PublicCard } | null
  /** What is empty in a teacher's profile; null before its first event. */
  profileMissing: readonly string[] | null
  /** A teacher's proofs: what counts, and what waits for a decision. */
  proofs: { accepted: readonly { kind: ProofKind; at: Date }[]; waiting: readonly ProofKind[] }
  // from notifications
  /** When the last mail was made that came back, from whichever address the account had. */
  mailReturnedAt: Date | null
  // this service
  status: AccountStatus
  approvedAt: Date | null
  decisions: DecisionNote[]
  sessionsEnded: SessionsEnd[]
  assignee: string | null
  /** The change that the last decision was about. */
  cardReviewedOf: Date | null
  /** When the owner was warned that the inactive account will be erased. */
  inactiveWarnedAt: Date | null
  erasure: { pending: string[]; at: Date; by: string; reason?: ErasureReason } | null
  /** By the database's clock, so that every process finds the changes of all others. */
  changedAt?: Date
  src: Record<string, number>
  erasedAt: Date | null
}

/** A row with data from auth that is not erased; other rows count as missing. */
export function isRegistered({
  createdAt,
  erasedAt,
}: Partial<Pick<UserRow, 'createdAt' | 'erasedAt'>>): boolean {
  return createdAt !== undefined && !erasedAt
}

/** A teacher's texts have changed since the last decision on them. */
export const isCardWaiting = ({ card, cardReviewedOf }: Pick<UserRow, 'card' | 'cardReviewedOf'>): boolean =>
  card != null && card.changedAt.getTime() !== cardReviewedOf?.getTime()

/** A known row that is not being erased: such an account is hidden from everybody. */
export function isVisible(row: Partial<Pick<UserRow, 'createdAt' | 'erasure' | 'erasedAt'>>): boolean {
  return isRegistered(row) && row.erasure == null
}

/** True for an account that may decide and be the assignee of a user. */
export function isAdministrator({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return isAdmin(role) && status === 'approved'
}

/** `isVisible` as a filter. */
export const visible = { createdAt: { $exists: true }, erasure: null, erasedAt: null }

/** The fields that `isVisible` reads. */
export const visibleFields = { createdAt: 1, erasure: 1, erasedAt: 1 } as const

export function recipientOf({ _id: userId, email, fullName, language }: UserRow) {
  return { userId, email, fullName, language }
}

/** The row in the specification's words, in both of its spellings (spec §3). */
export function listed(
  row: UserRow,
  language: Language = defaultLanguage,
  { assigneeName = '', missing = [] }: Partial<Pick<ListedUser, 'missing'> & { assigneeName: string }> = {},
): ListedUser {
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
    mailReturnedAt: returnedAt(row),
    created_at: created,
    createdAt: created,
    updated_at: updated,
    updatedAt: updated,
    last_login_at: login,
    lastLoginAt: login,
    status: row.status,
    location: placeOf(row.location, language),
    registration_notes: row.registrationNotes,
    registrationNotes: row.registrationNotes,
    employment: row.employment
      ? { status: row.employment.status, declaredAt: row.employment.declaredAt.toISOString() }
      : null,
    assignee: row.assignee ? { id: row.assignee, name: assigneeName } : null,
    decision: last
      ? { status: last.status, notes: last.notes, by: last.by, at: last.at.toISOString() }
      : null,
    missing,
    version: row.v,
  }
}

/** The two dates come from two services in any order, so they are compared when the row is read. */
const returnedAt = ({ mailReturnedAt: at, emailAt }: UserRow): string | null =>
  at && (!emailAt || at > emailAt) ? at.toISOString() : null

/** spec §3 location: "City, Governorate" in the reader's language; empty if unknown. Typed areas are left out: they have one spelling. */
function placeOf(location: Location | null, language: Language): string {
  if (!location) return ''
  const { governorate_id, delegation_id } = location
  const around = governorate(governorate_id) ?? governorateNamed(location.governorate)
  const inside = delegation(around?.id, delegation_id) ?? delegationNamed(around?.id, location.delegation)
  const city = inside?.name[language] ?? location.delegation
  const names = [city, around?.name[language] ?? location.governorate]
  return commaJoined([...new Set(names)], language)
}
