import { isAdmin, type Role } from '../reference/roles.ts'
import { dayMs, hourMs } from '../reference/tunis-time.ts'

/** docs/accounts.md: sessions of administrators end sooner. */
export function sessionLimitsOf(role: Role): { idleMs: number; lifeMs: number } {
  return isAdmin(role)
    ? { idleMs: hourMs / 2, lifeMs: 12 * hourMs }
    : { idleMs: 7 * dayMs, lifeMs: 30 * dayMs }
}

/** How long a page waits before it repeats a renewal that got no answer. */
export const renewalPauseMs = 15_000

/**
 * How long a used refresh token gets the same successor again: the gateway's time-out, the pause of the page, and a
 * margin. With less, a lost answer would look like a copied token.
 */
export const refreshGraceMs = 30_000 + renewalPauseMs + 15_000
