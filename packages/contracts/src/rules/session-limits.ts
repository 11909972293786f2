import type { Role } from '../reference/roles.ts'

const hour = 3600 * 1000
const day = 24 * hour

/** product.md §3 and security.md: sessions of administrators end sooner. */
export function sessionLimitsOf(role: Role): { idleMs: number; lifeMs: number } {
  return role === 'admin' || role === 'super-admin'
    ? { idleMs: hour / 2, lifeMs: 12 * hour }
    : { idleMs: 7 * day, lifeMs: 30 * day }
}
