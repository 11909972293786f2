import { describe, expect, it } from '@jest/globals'
import { addDays, mondayOf, tunisDay, weekdayOf } from './tunis-time.ts'

describe('weeks in Tunis', () => {
  it('begin on Monday, wherever the browser is', () => {
    expect(mondayOf(new Date('2026-11-21T10:00:00Z'))).toBe('2026-11-16')
    expect(mondayOf(new Date('2026-11-22T22:59:00Z'))).toBe('2026-11-16')
    // 00:30 on Monday in Tunis is still Sunday in UTC
    expect(mondayOf(new Date('2026-11-22T23:30:00Z'))).toBe('2026-11-23')
    expect(mondayOf(new Date('2026-11-21T10:00:00Z'), 8)).toBe('2027-01-11')
  })

  it('count days across months and years', () => {
    expect(tunisDay(new Date('2026-12-31T23:10:00Z'))).toBe('2027-01-01')
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
    expect(weekdayOf('2026-11-22')).toBe(7)
  })
})
