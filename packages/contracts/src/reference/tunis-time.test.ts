import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { addDays, instantOf, mondayOf, mondayOfDate, tunisClock, tunisDay, weekdayOf } from './tunis-time.ts'

const date = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days))

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

describe('Tunisian time', () => {
  it('is one hour before UTC all year', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 23 }), (day, hour) => {
        const instant = instantOf(day, hour)
        expect(instant.toISOString()).toBe(
          new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 1) * 3_600_000).toISOString(),
        )
        expect(tunisClock(instant)).toEqual({ date: day, hour, minute: 0 })
      }),
    )
  })

  it('has weeks from Monday to Sunday', () => {
    fc.assert(
      fc.property(date, (day) => {
        const monday = mondayOfDate(day)
        expect(weekdayOf(monday)).toBe(1)
        expect([0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))).toContain(day)
      }),
    )
  })
})
