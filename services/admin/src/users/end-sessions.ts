import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { isVisible, type UserRow } from '../people/user-row.ts'
import { refuseOverreach } from './decision.ts'
import type { Moved } from './user-store.ts'

/**
 * Asks auth to end every session of an account; its status does not change.
 * @throws problem `not-found`, `decision-not-allowed` or `reason-required`
 */
export function endSessions(
  row: UserRow,
  { by, reason, at }: { by: Identity; reason: string; at: Date },
): Moved {
  if (!isVisible(row)) throw problem('not-found')
  refuseOverreach(row, by.role)
  const trimmed = reason.trim()
  if (trimmed === '') throw problem('reason-required')
  const { _id: userId, role, sessionsEnded } = row
  return {
    changed: { ...row, sessionsEnded: [...sessionsEnded, { reason: trimmed, by: by.userId, at }] },
    event: {
      type: 'user.sessions-end-requested',
      data: { userId, role, at: at.toISOString(), by: by.userId },
      personal: { reason: trimmed },
    },
  }
}
