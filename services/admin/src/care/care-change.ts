import type { CareChangeKind, CareChangeStatus } from '@darsi/contracts/calls/users/care-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'

/** A change to a minor's protection: a projection of users' events, and this service's own review. */
export type CareRow = Outboxed & {
  kind: CareChangeKind
  status: CareChangeStatus
  admin: string
  childName: string
  accountId: string | null
  by: string
  guardianId: string | null
  guardianIds: string[]
  agreedBy: string[]
  from: number | null
  to: number | null
  askedAt: Date
  notBefore: Date
  expiresAt: Date
  review: { decision: 'approved' | 'declined'; note: string; by: string; at: Date; askedAt: Date } | null
}

export type Moved = { changed: CareRow; event: EventInput<'care-change.reviewed'> }

/** A review counts only for the request that it decided, not for a later one. */
export const isReviewed = ({ review, askedAt }: Pick<CareRow, 'review' | 'askedAt'>): boolean =>
  review?.askedAt.getTime() === askedAt.getTime()

export const awaitsReview = (row: CareRow): boolean =>
  row.status === 'waiting' && row.admin === 'waiting' && !isReviewed(row)

type Decision = {
  decision: 'approved' | 'declined'
  note: string
  by: string
  at: Date
  seenAskedAt: Date
}

/** @throws problem `care-change-decided` when it is decided already, or asked for again since the administrator saw it */
export function review(row: CareRow, { decision, note, by, at, seenAskedAt }: Decision): Moved {
  const { _id: changeId, askedAt } = row
  if (!awaitsReview(row) || askedAt.getTime() !== seenAskedAt.getTime()) throw problem('care-change-decided')
  const trimmed = note.trim()
  const times = { askedAt: askedAt.toISOString(), at: at.toISOString() }
  return {
    changed: { ...row, review: { decision, note: trimmed, by, at, askedAt } },
    event: {
      type: 'care-change.reviewed',
      data: { changeId, decision, by, ...times },
      personal: { note: trimmed },
    },
  }
}
