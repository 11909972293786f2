import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { periodsOf } from './periods.ts'

// a Friday, half past midnight in Tunis
const now = new Date('2026-11-19T23:30:00Z')

describe('the steps of a chart', () => {
  it('days end with today in Tunis', () => {
    const { from, step, since, until } = periodsOf('30d', now)
    expect([step, from.length, from.at(-1)]).toEqual(['day', 30, '2026-11-20'])
    expect(since.toISOString()).toBe('2026-10-21T23:00:00.000Z')
    expect(until.toISOString()).toBe('2026-11-20T23:00:00.000Z')
  })

  it('weeks begin on Mondays', () => {
    const { from, indexOf } = periodsOf('12w', now)
    expect([from[0], from.at(-1)]).toEqual(['2026-08-31', '2026-11-16'])
    expect([indexOf('2026-11-15'), indexOf('2026-11-16'), indexOf('2026-08-30')]).toEqual([10, 11, -1])
  })

  it('months begin on the first, over the turn of the year', () => {
    const { from } = periodsOf('12m', now)
    expect([from[0], from[1], from.at(-1)]).toEqual(['2025-12-01', '2026-01-01', '2026-11-01'])
  })

  it('a moment belongs to the day it is in Tunis', () => {
    expect(tunisDay(new Date('2026-01-01T23:30:00Z'))).toBe('2026-01-02')
  })
})
