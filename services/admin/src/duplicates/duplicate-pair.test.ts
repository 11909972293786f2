import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import {
  type DuplicatePair,
  dismiss,
  merge,
  pairId,
  reopen,
  review,
  sides,
  undecided,
} from './duplicate-pair.ts'

const at = new Date('2026-11-21T10:00:00Z')
const root = { by: 'root', at }
const pair: DuplicatePair = {
  ...undecided,
  _id: pairId('b', 'a'),
  users: ['a', 'b'],
  status: 'open',
  similarity: 90,
  matchType: 'email',
  evidence: [],
  detectedAt: at,
}

describe('a pair of accounts', () => {
  it('has one id for both orders', () => {
    expect(pairId('a', 'b')).toBe(pairId('b', 'a'))
  })

  it('can be marked as reviewed in every state without a decision', () => {
    const { changed, event } = review(pair, root)
    expect(changed).toMatchObject({ status: 'open', reviewedBy: 'root', decidedAt: null })
    expect(event).toMatchObject({ type: 'duplicate.reviewed', data: { pairId: 'a.b' } })
  })

  it('is dismissed or merged once', () => {
    const dismissed = dismiss(pair, root).changed
    expect(dismissed.status).toBe('dismissed')
    expect(slugOf(() => dismiss(dismissed, root))).toBe('duplicate-state')
    expect(slugOf(() => merge(dismissed, { ...root, kept: 'a' }))).toBe('duplicate-state')
  })

  it('names the account that stays first, also in the event that undoes the merge', () => {
    const merged = merge(pair, { ...root, kept: 'b' })
    expect(sides(merged.changed)).toEqual(['b', 'a'])
    expect(merged.event.data).toMatchObject({ userId: 'b', other: 'a' })
    expect(merged.changed.undoUntil).toEqual(new Date(at.getTime() + 30 * 24 * 3_600_000))
    const reopened = reopen(merged.changed, root)
    expect(reopened?.changed).toMatchObject({ status: 'open', kept: null, undoUntil: null, decidedAt: null })
    expect(reopened?.event.data).toMatchObject({ userId: 'b', other: 'a' })
    expect(reopen(pair, root)).toBeNull()
  })
})
