import { isLunchHour } from '@darsi/contracts/hours.ts'
import { addDays, instantOf, mondayOfDate, tunisClock, weekdayOf } from '@darsi/contracts/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { emptyGrid, saveWeek } from '../grid.ts'
import { mayChange, mayComplete, mayReportNoShow } from './moves.ts'
import { isOffered, offeredHours, seriesDates } from './offered.ts'
import { remind, reminderAfter } from './reminders.ts'
import { hoursTaken, reportDue, ruleFor, wishRefusal } from './rules.ts'
import { streakOf, termOf } from './term.ts'

const at = instantOf('2026-11-23', 9)
const wish = {
  startsAt: at,
  durationMinutes: 30,
  type: 'online' as const,
  place: '',
  meetingLink: 'https://meet.example.tn/abc',
  parentPresent: true,
}
const ofAge = (age: number) => ({ birthYear: 2026 - age, minor: age <= 18, videoWithdrawn: false })
const date = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days))

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

describe('the length of a lesson', () => {
  it.each([
    [5, 30],
    [6, 30],
    [10, 30],
    [11, 45],
    [14, 45],
    [15, 60],
    [17, 60],
    [18, 60],
    [19, 120],
    [25, 120],
  ])('at %i is at most %i minutes', (age, minutes) => {
    expect(wishRefusal({ ...wish, durationMinutes: minutes }, ofAge(age))).toBeNull()
    const longer = wishRefusal({ ...wish, durationMinutes: minutes + 1 }, ofAge(age))
    expect(longer).toEqual({ slug: 'lesson-too-long', minutes })
  })

  it('follows the age on the day of the lesson, not of the booking', () => {
    const ten = { birthYear: 2016, minor: true }
    expect(ruleFor(ten, instantOf('2026-12-31', 9)).maxMinutes).toBe(30)
    expect(ruleFor(ten, instantOf('2027-01-01', 9)).maxMinutes).toBe(45)
  })

  it('is that of the youngest for a minor of unknown age, and of an adult for an adult', () => {
    expect(ruleFor({ birthYear: null, minor: true }, at)).toMatchObject({
      maxMinutes: 30,
      parentPresent: true,
    })
    expect(ruleFor({ birthYear: null, minor: false }, at).maxMinutes).toBe(120)
    expect(ruleFor({ birthYear: 1990, minor: true }, at).maxMinutes).toBe(60)
  })

  it('is not the only rule: without the consent to video only face-to-face lessons may be', () => {
    const withdrawn = { ...ofAge(16), videoWithdrawn: true }
    expect(wishRefusal(wish, withdrawn)).toEqual({ slug: 'video-consent-missing' })
    expect(wishRefusal({ ...wish, type: 'faceToFace', place: 'Library of Sfax' }, withdrawn)).toBeNull()
  })

  it('for every age from 5 to 25, every length from 15 to 120 and every rule: accepted is what breaks none', () => {
    const places = [
      ...['', ' ', 'Library of Sfax'].map((place) => ({
        type: 'faceToFace' as const,
        place,
        meetingLink: '',
      })),
      ...['', 'https://meet.example.tn/x', 'http://meet.example.tn', 'javascript:x', 'https://a@b.tn'].map(
        (meetingLink) => ({ type: 'online' as const, place: '', meetingLink }),
      ),
    ]
    const good = new Set(['Library of Sfax', '', 'https://meet.example.tn/x'])
    const wrong: string[] = []
    let seen = 0
    for (let age = 5; age <= 25; age++)
      for (let durationMinutes = 15; durationMinutes <= 120; durationMinutes++)
        for (const parentPresent of [true, false])
          for (const where of places) {
            const longest = age <= 10 ? 30 : age <= 14 ? 45 : age <= 18 ? 60 : 120
            const isPlaced =
              where.type === 'faceToFace' ? where.place.trim() !== '' : good.has(where.meetingLink)
            const isAllowed = durationMinutes <= longest && (age > 10 || parentPresent) && isPlaced
            const refused = wishRefusal(
              { startsAt: at, durationMinutes, parentPresent, ...where },
              ofAge(age),
            )
            seen++
            if ((refused === null) !== isAllowed)
              wrong.push(`${age} ${durationMinutes} ${parentPresent} ${JSON.stringify(where)}`)
          }
    expect(wrong).toEqual([])
    expect(seen).toBe(21 * 106 * 2 * 8)
  })
})

describe('offered hours', () => {
  const grid = saveWeek(saveWeek(emptyGrid, { monday: null, slots: [109, 110, 112, 115, 613], at }), {
    monday: '2026-11-30',
    slots: [110],
    at,
  })

  it('come from the template, or from the week that differs', () => {
    expect(offeredHours(grid, '2026-11-23')).toEqual([9, 10, 12, 15])
    expect(offeredHours(grid, '2026-11-30')).toEqual([10])
    expect(offeredHours(grid, '2026-12-07')).toEqual([9, 10, 12, 15])
  })

  it('never are lunch or Sunday', () => {
    expect(offeredHours(grid, '2026-11-28')).toEqual([])
    expect(offeredHours(grid, '2026-11-29')).toEqual([])
  })

  it('hold a long lesson only in a row, so none reaches over lunch', () => {
    expect(isOffered(grid, { date: '2026-11-23', hour: 9, durationMinutes: 120 })).toBe(true)
    expect(isOffered(grid, { date: '2026-11-23', hour: 10, durationMinutes: 61 })).toBe(false)
    expect(isOffered(grid, { date: '2026-11-23', hour: 12, durationMinutes: 60 })).toBe(true)
    expect(isOffered(grid, { date: '2026-11-23', hour: 12, durationMinutes: 90 })).toBe(false)
  })

  it('whatever is stored, no accepted lesson touches lunch, Sunday or what is not offered', () => {
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
          if (!isOffered(own, { date: day, hour, durationMinutes })) return
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
  })
})

describe('the clock of a lesson', () => {
  const upcoming = { status: 'upcoming' as const, startsAt: at }
  const minutes = (count: number) => new Date(at.getTime() + count * 60_000)

  it('lets it be moved and cancelled until four hours before', () => {
    expect(mayChange(upcoming, minutes(-240))).toBe('yes')
    expect(mayChange(upcoming, minutes(-239))).toBe('session-too-late')
    expect(mayChange({ ...upcoming, status: 'completed' }, minutes(-300))).toBe('session-state')
  })

  it('lets it be completed from its start on, and missed ten minutes later', () => {
    expect(mayComplete(upcoming, minutes(-1))).toBe('session-not-started')
    expect(mayComplete(upcoming, minutes(0))).toBe('yes')
    expect(mayReportNoShow(upcoming, minutes(9))).toBe('session-not-started')
    expect(mayReportNoShow(upcoming, minutes(10))).toBe('yes')
    expect(mayReportNoShow({ ...upcoming, status: 'cancelled' }, minutes(10))).toBe('session-state')
  })
})

describe('reminders', () => {
  const hours = (count: number) => new Date(at.getTime() + count * 3_600_000)

  it('lie 24 hours and one hour before, and only in the future', () => {
    expect(reminderAfter(at, hours(-30))).toEqual({ kind: '24h', at: hours(-24) })
    expect(reminderAfter(at, hours(-24))).toEqual({ kind: '1h', at: hours(-1) })
    expect(reminderAfter(at, hours(-1))).toBeNull()
  })

  it('that nobody sent in time are made good once, but never after the start', () => {
    const day = { kind: '24h' as const, at: hours(-24) }
    expect(remind(day, at, hours(-20))).toEqual({ send: '24h', next: { kind: '1h', at: hours(-1) } })
    expect(remind(day, at, hours(-0.5))).toEqual({ send: '1h', next: null })
    expect(remind(day, at, hours(0))).toEqual({ send: null, next: null })
  })
})

describe('progress reports', () => {
  const days = (count: number) => new Date(at.getTime() + count * 86_400_000)

  it.each([
    ['each-lesson', days(1)],
    ['every-two-weeks', days(4)],
    ['monthly', days(20)],
    ['none', null],
  ] as const)('%s', (cadence, due) => {
    expect(reportDue(cadence, { endsAt: at, since: days(-10), isWaiting: false })).toEqual(due)
  })

  it('of a period are owed once, of each lesson every time', () => {
    expect(reportDue('monthly', { endsAt: at, since: null, isWaiting: true })).toBeNull()
    expect(reportDue('each-lesson', { endsAt: at, since: null, isWaiting: true })).toEqual(days(1))
  })
})

describe('school terms and streaks', () => {
  it.each([
    ['2026-09-01', '2026-2027.1'],
    ['2026-12-31', '2026-2027.1'],
    ['2027-01-01', '2026-2027.2'],
    ['2027-03-31', '2026-2027.2'],
    ['2027-04-01', '2026-2027.3'],
    ['2027-08-31', '2026-2027.3'],
  ])('%s lies in %s', (day, term) => expect(termOf(instantOf(day, 9))).toBe(term))

  it('a streak counts weeks in a row, and a week without a lesson yet does not break it', () => {
    const on = (...days: string[]) => days.map((day) => instantOf(day, 9))
    expect(streakOf([], at)).toBe(0)
    expect(streakOf(on('2026-11-23'), at)).toBe(1)
    expect(streakOf(on('2026-11-16', '2026-11-09', '2026-11-10'), at)).toBe(2)
    expect(streakOf(on('2026-11-09'), at)).toBe(0)
    expect(streakOf(on('2026-11-23', '2026-11-21', '2026-11-02'), at)).toBe(2)
  })
})
