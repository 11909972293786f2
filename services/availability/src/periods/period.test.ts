import { inEachLanguage } from '@darsi/contracts/reference/languages.ts'
import { addDays, instantOf, mondayOfDate, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { includesDate } from '@darsi/contracts/rules/periods.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { emptyGrid, saveWeek } from '../grid/grid.ts'
import { isOffered, offeredHours, refuseSlot } from '../hours/offered.ts'
import { exceptionsOf } from '../views/own-week.ts'
import { publicHolidays } from './initial-periods.ts'
import { isOpen, type Period, periodProblem } from './period.ts'

const before = instantOf('2026-11-01', 9)
const set = instantOf('2026-11-10', 9)
const after = instantOf('2026-11-20', 9)
const names = { ...inEachLanguage(() => 'Revolution Day'), ar: 'عيد الثورة' }
const period = (from: string, to: string, hours: Period['hours'] = null): Period => ({
  ...{ _id: from, kind: hours ? 'ramadan' : 'holiday', names, from, to, hours, changedAt: set },
})
const allDay = [8, 9, 10, 11, 12, 15, 16, 17, 18, 19]
const slots = [1, 2, 3, 4, 5, 6].flatMap((day) => allDay.map((hour) => day * 100 + hour))
const grid = saveWeek(emptyGrid, { monday: null, slots, at: before })
// a Thursday
const holiday = period('2026-12-17', '2026-12-17')

describe('holidays and special hours', () => {
  it('a holiday has no offered hour, and the days beside it have all', () => {
    const offer = { grid, periods: [holiday] }
    expect(offeredHours(offer, '2026-12-16')).toEqual(allDay)
    expect(offeredHours(offer, '2026-12-17')).toEqual([])
    expect(offeredHours(offer, '2026-12-18')).toEqual(allDay)
  })

  it('in Ramadan only hours inside its hours are offered, and the last one ends there', () => {
    const ramadan = period('2027-02-08', '2027-03-09', { from: 9, to: 16 })
    const offer = { grid, periods: [ramadan] }
    expect(offeredHours(offer, '2027-02-08')).toEqual([9, 10, 11, 12, 15])
    expect(offeredHours(offer, '2027-03-09')).toEqual([9, 10, 11, 12, 15])
    expect(offeredHours(offer, '2027-03-10')).toEqual(allDay)
    expect(isOffered(offer, { date: '2027-02-08', hour: 15, durationMinutes: 60 })).toBe(true)
    expect(isOffered(offer, { date: '2027-02-08', hour: 15, durationMinutes: 90 })).toBe(false)
  })

  it('a week that the teacher saved after the holiday was set counts as it is, an earlier one does not', () => {
    const monday = mondayOfDate(holiday.from)
    const own = (at: Date) => saveWeek(grid, { monday, slots: [409], at })
    expect(offeredHours({ grid: own(after), periods: [holiday] }, holiday.from)).toEqual([9])
    expect(offeredHours({ grid: own(before), periods: [holiday] }, holiday.from)).toEqual([])
  })

  it('a refused hour says that the day is closed, unless the teacher never offers it', () => {
    const slot = { date: '2026-12-17', hour: 9, durationMinutes: 60 }
    const refusal = (periods: readonly Period[], hour = 9) => {
      try {
        refuseSlot({ grid, periods }, [{ ...slot, hour }], after)
        return null
      } catch (error) {
        return error
      }
    }
    expect(refusal([])).toBeNull()
    expect(refusal([holiday])).toMatchObject({
      slug: 'slot-closed',
      options: { params: { count: 1, dates: '17/12/2026' }, extra: { closed: ['2026-12-17'] } },
    })
    const weekly = ['2026-12-10', slot.date, '2026-12-24'].map((date) => ({ ...slot, date }))
    const winter = { ...holiday, from: '2026-12-24', to: '2027-01-02' }
    expect(() => refuseSlot({ grid, periods: [holiday, winter] }, weekly, after)).toThrow(
      expect.objectContaining({
        slug: 'slot-closed',
        options: expect.objectContaining({ extra: { closed: ['2026-12-17', '2026-12-24'] } }),
      }),
    )
    expect(refusal([holiday], 13)).toMatchObject({ slug: 'slot-not-offered' })
  })

  it('whatever is set, an hour is closed on exactly the days from the first to the last in Tunisia', () => {
    const date = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days))
    fc.assert(
      fc.property(date, fc.nat(99), date, fc.integer({ min: 0, max: 23 }), (from, days, day, hour) => {
        const one = period(from, addDays(from, days))
        // the day in Tunisia of the hour's instant, not that of UTC
        const shown = tunisDay(instantOf(day, hour))
        expect(shown).toBe(day)
        expect(isOpen(emptyGrid, [one], { date: shown, hour })).toBe(!includesDate(one, day))
      }),
    )
  })

  it('need a name in each language, days in order, and at most 100 of them', () => {
    const valid = { kind: 'holiday', names, from: '2026-12-17', to: '2026-12-17', hours: null } as const
    const slugs = (change: object) =>
      periodProblem({ ...valid, ...change })?.options.errors?.map(({ path, slug }) => [path, slug]) ?? []
    expect(slugs({})).toEqual([])
    expect(slugs({ names: { ...names, ar: ' ' } })).toEqual([['names.ar', 'period-name-required']])
    expect(slugs({ to: '2026-12-16' })).toEqual([['to', 'period-dates']])
    expect(slugs({ to: '2027-03-26' })).toEqual([])
    expect(slugs({ to: '2027-03-27' })).toEqual([['to', 'period-dates']])
    expect(slugs({ hours: { from: 10, to: 10 } })).toEqual([['hours.to', 'period-hours']])
  })

  it('begin with the eight fixed public holidays of three years', () => {
    const first = publicHolidays(new Date('2026-12-31T23:30:00Z'))
    // it is 2027 in Tunisia already
    expect(first.map(([id]) => id).slice(0, 2)).toEqual(['holiday-2027-01-01', 'holiday-2027-03-20'])
    expect(first).toHaveLength(24)
    expect(first.every(([, fields]) => periodProblem(fields) === null)).toBe(true)
  })
})

describe('the exceptions of a week', () => {
  it('are the hours by which it differs from the template', () => {
    const usual = saveWeek(emptyGrid, { monday: null, slots: [109, 110], at: before })
    const own = saveWeek(usual, { monday: '2026-11-30', slots: [110, 615], at: before })
    expect(exceptionsOf(own, '2026-11-23')).toEqual([])
    expect(exceptionsOf(own, '2026-11-30')).toEqual([
      { date: '2026-12-05', hour: 15, kind: 'added' },
      { date: '2026-11-30', hour: 9, kind: 'removed' },
    ])
  })
})
