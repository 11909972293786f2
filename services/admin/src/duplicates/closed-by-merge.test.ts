import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { describe, expect, it } from '@jest/globals'
import type { UserRow } from '../people/user-row.ts'
import { isClosedBy, isStillClosedSince, statusBefore } from './closed-by-merge.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))
const merge = { decidedAt: at(10), decidedBy: 'root' }
const noted = (status: AccountStatus, minute: number, by = 'root') => ({
  status,
  notes: '',
  by,
  at: at(minute),
})
const row = (...decisions: UserRow['decisions']) => ({
  role: 'teacher' as const,
  status: decisions.at(-1)?.status ?? ('pending' as const),
  approvedAt: null,
  decisions,
})

describe('an account that a merge closed', () => {
  it('counts as closed by the merge while no other decision follows it', () => {
    const merged = noted('suspended', 10)
    expect(isClosedBy(row(merged), merge)).toBe(true)
    expect(isClosedBy(row(merged, noted('approved', 11)), merge)).toBe(false)
    expect(isClosedBy(row(merged, noted('approved', 11), noted('suspended', 12)), merge)).toBe(false)
    expect(isClosedBy(row(noted('suspended', 10, 'another')), merge)).toBe(false)
  })

  it('is erased only when no decision follows the merge, also when it was closed before', () => {
    expect(isStillClosedSince(row(noted('suspended', 10)), merge)).toBe(true)
    expect(isStillClosedSince(row(noted('suspended', 5, 'another')), merge)).toBe(true)
    expect(isStillClosedSince(row(noted('suspended', 10), noted('approved', 11)), merge)).toBe(false)
    const anew = row(noted('suspended', 10), noted('approved', 11), noted('suspended', 12, 'another'))
    expect(isStillClosedSince(anew, merge)).toBe(false)
    expect(isStillClosedSince(row(), merge)).toBe(false)
  })

  it('gets back the status of the decision before, or the one it registered with', () => {
    const merged = noted('suspended', 10)
    expect(statusBefore(row(merged))).toBe('pending')
    expect(statusBefore({ ...row(merged), approvedAt: at(0) })).toBe('approved')
    expect(statusBefore({ ...row(merged), role: 'student' })).toBe('approved')
    expect(statusBefore(row(noted('approved', 5), merged))).toBe('approved')
    expect(statusBefore(row(noted('suspended', 5), noted('approved', 6), merged))).toBe('approved')
  })
})
