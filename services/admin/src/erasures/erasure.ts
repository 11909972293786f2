import type { Erasure } from '@darsi/contracts/calls/admin/admin-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { ErasureReason } from '@darsi/contracts/rules/erasure-reasons.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { isRegistered, type UserRow } from '../people/user-row.ts'

export type Cause = { by: string; reason?: ErasureReason; isMerged?: true }
type EvidenceToCopy = NonNullable<EventInput<'user.deletion-requested'>['data']['evidence']>

/** A row whose erasure has started, with the event to publish. */
type Moved = { changed: UserRow; event: EventInput<'user.deletion-requested'> }

/** The services that hold personal data. Each one erases it and confirms. */
export const holders = ['auth', 'users', 'availability', 'classroom', 'notifications', 'admin']

export const overdueMs = dayMs

/**
 * Starts an erasure.
 * @returns null when it runs already
 * @throws problem `not-found`
 */
export function start(
  row: UserRow,
  { cause, evidence, at }: { cause: Cause; evidence: EvidenceToCopy; at: Date },
): Moved | null {
  if (!isRegistered(row)) throw problem('not-found')
  if (row.erasure) return null
  const { _id: userId, role, email, fullName, language } = row
  return {
    changed: { ...row, erasure: { pending: [...holders], at, ...cause } },
    event: {
      type: 'user.deletion-requested',
      data: {
        ...{ userId, role, at: at.toISOString(), ...cause },
        ...(evidence.length > 0 && { evidence }),
      },
      personal: { email, fullName, language },
    },
  }
}

type Erasing = Pick<UserRow, '_id' | 'role' | 'erasedAt' | 'erasure'>

export function listedErasure({ _id, role, erasure, erasedAt }: Erasing, overdueBefore: Date): Erasure {
  const at = erasure?.at ?? erasedAt ?? overdueBefore
  return {
    userId: _id,
    role,
    at: at.toISOString(),
    reason: erasure?.reason ?? (erasure?.by === _id ? 'own' : 'deleted'),
    pending: erasure?.pending ?? [],
    erasedAt: erasedAt?.toISOString() ?? null,
    overdue: !erasedAt && at < overdueBefore,
  }
}
