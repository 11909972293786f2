import { isLunchHour } from '@darsi/contracts/reference/hours.ts'
import { addDays, instantOf, weekdayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { emptyGrid, saveWeek } from '../grid/grid.ts'
import { hoursTaken } from './hours.ts'
import { isOffered, offeredHours, seriesDates } from './offered.ts'

const at = instantOf('2026-11-23', 9)
const date = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days))

describe('offered hours', () => {
  const grid = saveWeek(saveWeek(emptyGrid, { monday: null, slots: [109, 110, 112, 115, 613], at }), {
    monday: '2026-11-30',
    slots: [110],
    at,
  })

  it('come from the template, or from the week that differs', () => {
    expect(offeredHours({ grid, periods: [] }, '2026-11-23')).toEqual([9, 10, 12, 15])
    expect(offeredHours({ grid, periods: [] }, '2026-11-30')).toEqual([10])
    expect(offeredHours({ grid, periods: [] }, '2026-12-07')).toEqual([9, 10, 12, 15])
  })

  it('never are lunch or Sunday', () => {
    expect(offeredHours({ grid, periods: [] }, '2026-11-28')).toEqual([])
    expect(offeredHours({ grid, periods: [] }, '2026-11-29')).toEqual([])
  })

  it('fit a long lesson only without a gap, so none reaches over lunch', () => {
    expect(isOffered({ grid, periods: [] }, { date: '2026-11-23', hour: 9, durationMinutes: 120 })).toBe(true)
    expect(isOffered({ grid, periods: [] }, { date: '2026-11-23', hour: 10, durationMinutes: 61 })).toBe(
      false,
    )
    expect(isOffered({ grid, periods: [] }, { date: '2026-11-23', hour: 12, durationMinutes: 60 })).toBe(true)
    expect(isOffered({ grid, periods: [] }, { date: '2026-11-23', hour: 12, durationMinutes: 90 })).toBe(
      false,
    )
  })

  it('no accepted lesson overlaps lunch, Sunday or hours that are not offered, whatever is stored', () => {
    const stored = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 7, max: 20 })))
    fc.assert(
      fc.property(
        stored,
        date,
        fc.integer({ min: 8, max: 19 }),
        fc.integer({ min: 15, max: 120 }),
        (cells, day, hour, durationMinutes) => {
          const slots = cells.map(([weekday, at]) => weekday * 100 + at)
          const own = saveWeek(emptyGrid, { monday: null, slots, at })
          if (!isOffered({ grid: own, periods: [] }, { date: day, hour, durationMinutes })) return
          for (const taken of hoursTaken(hour, durationMinutes)) {
            expect(isLunchHour(taken)).toBe(false)
            expect(taken).toBeGreaterThanOrEqual(8)
            expect(taken).toBeLessThan(20)
            expect(slots).toContain(weekdayOf(day) * 100 + taken)
          }
          expect(weekdayOf(day)).toBeLessThan(7)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('of a series are the same weekday', () => {
    expect(seriesDates('2026-12-28', 3)).toEqual(['2026-12-28', '2027-01-04', '2027-01-11'])
    expect(seriesDates('2026-12-28', 3, ['2027-01-04'])).toEqual(['2026-12-28', '2027-01-11'])
  })
})
