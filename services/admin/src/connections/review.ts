import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import { approvalNeedsText } from '@darsi/contracts/texts/proof-names.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import {
  awaitsReview,
  type ConnectionRow,
  isPaused,
  mayDecide,
  type Review,
  statusAfter,
  statusOf,
} from './connection-row.ts'

export type Moved = { changed: ConnectionRow; event: EventInput<'connection.reviewed'> }

/** `stoppedAt`: the pause that the administrator has seen. */
type Decision = Omit<Review, 'shown' | 'stoppedAt'> & {
  stoppedAt?: Date
  isSamePerson: boolean
  teacherLacks: readonly ApprovalNeed[]
}

/**
 * @param isSamePerson two of the people may be one, by what their accounts say now
 * @param teacherLacks the required proofs that the minor's teacher does not have
 * @throws problem `approval-incomplete` when a minor's request or pause would open to a teacher who lacks something,
 * `reason-required` when a decision on a pause, or an agreement to a `same-person` request, has no note,
 * `connection-state` when it comes too late, `stale-version` when a newer alert has paused it
 */
export function reviewConnection(
  row: ConnectionRow,
  { decision, notes, by, at, stoppedAt: seen, isSamePerson, teacherLacks }: Decision,
): Moved {
  const isOfPause = decision !== 'approved' && decision !== 'declined'
  const isOne = isSamePerson || row.flags.includes('same-person')
  const needsNote = isOfPause || (decision === 'approved' && isOne)
  if (needsNote && notes.trim() === '') throw problem('reason-required')
  if (isOfPause ? !mayDecide(row, decision) : !awaitsReview(row)) throw problem('connection-state')
  const opens = decision === 'approved' || decision === 'reopened'
  if (opens && row.minor && teacherLacks.length > 0)
    throw problem('approval-incomplete', { params: { missing: approvalNeedsText(teacherLacks) } })
  // users has ended the pause of a pair that is kept apart
  const stoppedAt = isOfPause ? (row.stoppedAt ?? row.review?.stoppedAt ?? null) : null
  if (stoppedAt && seen && seen < stoppedAt) throw problem('stale-version')
  const shown =
    decision === 'lifted' || (isPaused(row) && statusOf(row) !== 'suspended')
      ? statusOf(row)
      : statusAfter(row, decision)
  return {
    changed: {
      ...row,
      review: { decision, notes, by, at, shown, stoppedAt },
      pressing: shown === 'pending' ? 0 : -1,
    },
    event: {
      type: 'connection.reviewed',
      data: {
        ...{ connectionId: row._id, decision, by, at: at.toISOString() },
        ...(stoppedAt && { stoppedAt: stoppedAt.toISOString() }),
      },
      personal: { notes },
    },
  }
}
