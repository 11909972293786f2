import { confirmsByEmail } from '@darsi/contracts/reference/roles.ts'
import { daysBefore, removedBefore, retention } from '@darsi/contracts/rules/retention.ts'
import type { UserRow } from '../people/user-row.ts'
import type { Moved } from '../users/user-store.ts'

type Rejectable = Pick<UserRow, 'role' | 'status' | 'approvedAt' | 'decisions'>
type Used = Pick<UserRow, 'role' | 'status' | 'createdAt' | 'lastLoginAt' | 'inactiveWarnedAt'> & {
  decisions: readonly { at: Date }[]
}

const { noticeDays, days } = retention['inactive-accounts']
/** A warning counts a little longer than its notice, for a job that did not run. */
const warningDays = noticeDays + 14

/** When the approval of an account was refused; null for every other account. */
function rejectedAt({ role, status, approvedAt, decisions }: Rejectable): Date | null {
  if (confirmsByEmail(role) || role === 'super-admin') return null
  if (status !== 'suspended' || approvedAt) return null
  const last = decisions.at(-1)
  return last?.status === 'suspended' ? last.at : null
}

export function isRejectionOver(row: Rejectable, now: Date): boolean {
  const at = rejectedAt(row)
  return at !== null && at <= removedBefore('rejected-accounts', now)
}

/**
 * When the account was last used, or opened again by a decision. An earlier warning no longer counts.
 */
const lastUsedAt = ({ createdAt, lastLoginAt, decisions }: Used) =>
  latest(createdAt, lastLoginAt, decisions.at(-1)?.at ?? createdAt)

/** The owner of an account that was last used before this time is warned. */
export const warnedBefore = (now: Date): Date => daysBefore(days - noticeDays, now)

/**
 * The next step for an inactive account. The full notice period precedes the erasure, however late the warning was sent.
 * A suspended account is kept: its owner cannot sign in to keep it. An account that was held after its warning, perhaps
 * for years, is warned again.
 */
export function inactivity(row: Used, now: Date): 'warn' | 'erase' | null {
  if (row.role === 'super-admin' || row.status === 'suspended') return null
  const used = lastUsedAt(row)
  const countsAfter = latest(used, daysBefore(warningDays, now))
  const warned = row.inactiveWarnedAt && row.inactiveWarnedAt > countsAfter ? row.inactiveWarnedAt : null
  if (!warned) return used <= warnedBefore(now) ? 'warn' : null
  const isOver = used <= removedBefore('inactive-accounts', now) && warned <= daysBefore(noticeDays, now)
  return isOver ? 'erase' : null
}

/** The date of the erasure that the warning names. */
export function erasedOn(row: Used, now: Date): Date {
  const byUse = daysBefore(-days, lastUsedAt(row))
  const byNotice = daysBefore(-noticeDays, now)
  return latest(byUse, byNotice)
}

const latest = (...dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())))

/** Warns the owner of an inactive account; null when the account is no longer due. */
export function warnInactive(row: UserRow, now: Date): Moved | null {
  if (row.erasure || inactivity(row, now) !== 'warn') return null
  const { _id: userId, role, email, fullName, language } = row
  const eraseAt = erasedOn(row, now).toISOString()
  return {
    changed: { ...row, inactiveWarnedAt: now },
    event: {
      type: 'user.inactivity-warned',
      data: { userId, role, at: now.toISOString(), eraseAt },
      personal: { email, fullName, language },
    },
  }
}
