import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import type { Hash } from './person-hashes.ts'

/** What the register keeps of one account. Every field is written by an event of its own, so any may be absent. */
export type PersonRow = {
  _id: string
  role?: Role
  /** The telephone and its member hash, as long as the account has the telephone. */
  phoneHashes?: string[]
  /** Of the account's present address, proven or not. */
  emailHash?: string
  /** By these another account is recognised. */
  hashes?: string[]
  /** The youngest that was ever stated: the greatest. */
  birthYear?: number
  /** Of a student at registration. */
  educationLevel?: string
  guardians?: { userId: string; leftAt: Date | null }[]
  alertIds?: string[]
  /** Alerts after which the person's other open accounts were looked up. */
  followedAlertIds?: string[]
  suspendedAt?: Date | null
  closedAt?: Date
  /** Absent while the account exists. */
  expiresAt?: Date
}

/** @returns null when no row is another account of the person */
export function formerPersonOf(rows: readonly PersonRow[], asked: readonly Hash[]): FormerPerson | null {
  if (rows.length === 0) return null
  const matched = rows.map((row) => ({ row, match: matchOf(row, asked) }))
  const same = matched.filter(({ match }) => match === 'contact').map(({ row }) => row)
  const [youngest] = same.filter(({ role }) => role === 'student').sort((a, b) => rankOf(b) - rankOf(a))
  const age = youngest && {
    birthYear: youngest.birthYear ?? null,
    educationLevel: youngest.educationLevel ?? '',
  }
  return {
    accounts: matched.map(({ row, match }) => ({
      ...{ userId: row._id, match },
      isSuspended: Boolean(row.suspendedAt),
      alertIds: row.alertIds ?? [],
    })),
    age: age ?? null,
    guardianIds: [...new Set(same.flatMap(guardiansOf))],
    hadGuardian: same.some(({ guardians = [] }) => guardians.length > 0),
  }
}

/** An account without a year counts as younger than any with one. */
const rankOf = ({ birthYear }: PersonRow): number => birthYear ?? Number.POSITIVE_INFINITY

function matchOf({ hashes = [] }: PersonRow, asked: readonly Hash[]): 'contact' | 'phone' {
  const isSame = asked.some(({ kind, hash }) => kind !== 'phone' && hashes.includes(hash))
  return isSame ? 'contact' : 'phone'
}

/** Guardians at the end of the account: its erasure makes each of them leave. */
function guardiansOf({ guardians = [], closedAt }: PersonRow): string[] {
  return guardians
    .filter(({ leftAt }) => leftAt === null || (closedAt !== undefined && leftAt >= closedAt))
    .map(({ userId }) => userId)
}

/** The end of the period in the table of retention. */
export function expiryOf(row: PersonRow, closedAt: Date): Date {
  const { birthYear = null, educationLevel = '', alertIds = [], suspendedAt } = row
  const kept = alertIds.length > 0 || suspendedAt ? 'evidence' : 'persons'
  const end = new Date(closedAt.getTime() + retentionSeconds(kept) * 1000)
  const isChild = row.role === 'student' && isMinor({ birthYear, educationLevel, today: closedAt })
  if (!isChild) return end
  const twenty =
    birthYear === null
      ? new Date(closedAt.getTime() + yearsOfUnknownAge * 365 * dayMs)
      : new Date(Date.UTC(birthYear + 21, 0, 1))
  return twenty > end ? twenty : end
}

/** Pupils without a year of birth may be as young as ten. */
const yearsOfUnknownAge = 10
