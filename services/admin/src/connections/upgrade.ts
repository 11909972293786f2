import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { UserRow } from '../people/user-row.ts'

/** A teacher's request for the unlimited offer. */
export type UpgradeRow = Outboxed & {
  status: 'open' | 'granted' | 'refused'
  teacherName: string
  reason: string
  requestedAt: Date
  review: { notes: string; by: string; at: Date } | null
  erasedAt?: Date | null
  /** When the owner of the address took the account over. */
  reclaimedAt?: Date
}

export type Moved = { changed: UpgradeRow; event: EventInput<'upgrade.reviewed'> }

type UpgradeDecision = { status: 'granted' | 'refused'; notes: string; by: string; at: Date }
type Teacher = Pick<UserRow, 'email' | 'fullName' | 'language'>

/**
 * @param teacher as known now: the address may have changed since the request
 * @throws problem `not-found` for a row without a request, `upgrade-decided` when it is decided already
 */
export function reviewUpgrade(
  row: UpgradeRow,
  { status, notes, by, at }: UpgradeDecision,
  { email, fullName, language }: Teacher,
): Moved {
  if (!row.requestedAt) throw problem('not-found')
  if (row.status !== 'open') throw problem('upgrade-decided')
  const { _id: teacherId, requestedAt } = row
  const times = { requestedAt: requestedAt.toISOString(), at: at.toISOString() }
  return {
    changed: { ...row, status, review: { notes, by, at } },
    event: {
      type: 'upgrade.reviewed',
      data: { teacherId, decision: status, by, ...times },
      personal: { fullName, email, language, notes },
    },
  }
}
