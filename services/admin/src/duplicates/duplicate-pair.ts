import type { DuplicateStatus } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Comparison } from './score.ts'

/** Two accounts that may belong to one person. A dismissed pair is not reported again. */
export type DuplicatePair = Omit<Comparison, 'isDuplicate'> & {
  _id: string
  users: string[]
  status: DuplicateStatus
  detectedAt: Date
  reviewedAt: Date | null
  reviewedBy: string
  decidedAt: Date | null
  decidedBy: string
  /** Of a merged pair: the account that stays, and until when the merge can be undone. */
  kept: string | null
  undoUntil: Date | null
}

type DuplicateEvent =
  | 'duplicate.reviewed'
  | 'duplicate.dismissed'
  | 'duplicate.merged'
  | 'duplicate.merge-undone'
type By = { by: string; at: Date }

export type Moved = { changed: DuplicatePair; event: EventInput<DuplicateEvent> }

/** docs/duplicates.md: a merge can be undone for 30 days. */
const undoMs = 30 * dayMs

export const undecided = {
  reviewedAt: null,
  reviewedBy: '',
  decidedAt: null,
  decidedBy: '',
  kept: null,
  undoUntil: null,
}

/** The same for both orders of the two accounts. */
export function pairId(a: string, b: string): string {
  return [a, b].sort().join('.')
}

/** The account that stays and the other one; before a merge in the order of the pair's id. */
export function sides({
  users,
  kept,
}: Pick<DuplicatePair, 'users' | 'kept'>): [stays: string, other: string] {
  const [first = '', second = ''] = users
  return kept === second ? [second, first] : [first, second]
}

export function review(pair: DuplicatePair, { by, at }: By): Moved {
  return moved(pair, { reviewedAt: at, reviewedBy: by }, 'duplicate.reviewed', { by, at })
}

/** @throws problem `duplicate-state` */
export function dismiss(pair: DuplicatePair, { by, at }: By): Moved {
  if (pair.status !== 'open') throw problem('duplicate-state')
  const dismissed = { status: 'dismissed' as const, decidedAt: at, decidedBy: by }
  return moved(pair, dismissed, 'duplicate.dismissed', { by, at })
}

/** @throws problem `duplicate-state` */
export function merge(pair: DuplicatePair, { kept, by, at }: By & { kept: string }): Moved {
  if (pair.status !== 'open') throw problem('duplicate-state')
  const merged = {
    status: 'merged' as const,
    kept,
    decidedAt: at,
    decidedBy: by,
    undoUntil: new Date(at.getTime() + undoMs),
  }
  return moved(pair, merged, 'duplicate.merged', { by, at })
}

/** Takes a merge back; null when the pair is not merged. */
export function reopen(pair: DuplicatePair, { by, at }: By): Moved | null {
  if (pair.status !== 'merged') return null
  const { reviewedAt: _at, reviewedBy: _by, ...decision } = undecided
  return moved(pair, { ...decision, status: 'open' as const }, 'duplicate.merge-undone', { by, at })
}

function moved(
  pair: DuplicatePair,
  change: Partial<DuplicatePair>,
  type: DuplicateEvent,
  { by, at }: By,
): Moved {
  const [userId, other] = sides({ ...pair, kept: pair.kept ?? change.kept ?? null })
  return {
    changed: { ...pair, ...change },
    event: { type, data: { pairId: pair._id, userId, other, by, at: at.toISOString() } },
  }
}
