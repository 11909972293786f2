import { inEachLanguage } from '@darsi/contracts/reference/languages.ts'
import { addDays, instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { exampleLesson } from '../example-lesson.ts'
import {
  blocksOf,
  hourAt,
  hoursFromTop,
  mondayIn,
  obstacleOf,
  rangesOf,
  stepped,
  targetsOf,
} from './week-layout.ts'

/** A lesson at an hour of Tunis. */
const lesson = (id: string, hour: number, minutes = 60, date = '2026-11-24') => {
  const startsAt = instantOf(date, hour)
  return exampleLesson({
    ...{ id, date, hour: Math.floor(hour), durationMinutes: minutes, startsAt: startsAt.toISOString() },
    endsAt: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
  })
}
const shape = (blocks: ReturnType<typeof blocksOf>) =>
  blocks.map(({ lesson: { id }, lane, lanes }) => `${id} ${lane}/${lanes}`)

describe('the week in the address', () => {
  it('begins on Monday; a Sunday opens the week that follows, and nonsense the week of today', () => {
    expect(mondayIn('2026-11-26', '2026-01-01')).toBe('2026-11-23')
    expect(mondayIn('2026-11-29', '2026-01-01')).toBe('2026-11-30')
    for (const text of ['', 'next', '2026-13-45', '2026-11-2'])
      expect(mondayIn(text, '2027-01-01')).toBe('2026-12-28')
  })
})

describe('lessons of one day', () => {
  it('stand at their time in Tunis, whatever the time zone of the browser', () => {
    const [block] = blocksOf([lesson('a', 9, 90)])
    expect(block).toMatchObject({ from: 1, length: 1.5, lane: 0, lanes: 1 })
    // 23:30 UTC is half past midnight
    expect(hoursFromTop('2026-11-24T23:30:00Z')).toBe(0.5 - 8)
  })

  it('share the width only while they overlap', () => {
    expect(shape(blocksOf([lesson('a', 9), lesson('b', 10), lesson('c', 10)]))).toEqual([
      'a 0/1',
      'b 0/2',
      'c 1/2',
    ])
    // the third has room beside the long one, below the short one
    expect(shape(blocksOf([lesson('long', 9, 120), lesson('short', 9), lesson('third', 10)]))).toEqual([
      'long 0/2',
      'short 1/2',
      'third 1/2',
    ])
  })

  it('never cover each other', () => {
    const day = fc.array(fc.tuple(fc.integer({ min: 8, max: 18 }), fc.constantFrom(30, 45, 60, 90, 120)), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(day, (starts) => {
        const blocks = blocksOf(starts.map(([hour, minutes], index) => lesson(`l${index}`, hour, minutes)))
        expect(blocks).toHaveLength(starts.length)
        for (const a of blocks)
          for (const b of blocks) {
            expect(a.lane).toBeLessThan(a.lanes)
            const apart = a.from + a.length <= b.from || b.from + b.length <= a.from
            if (a !== b && !apart) expect([a.lane, a.lanes]).not.toEqual([b.lane, b.lanes])
            if (a !== b && !apart) expect(a.lanes).toBe(b.lanes)
          }
      }),
    )
  })
})

describe('free hours in words', () => {
  it('are ranges', () => {
    expect(rangesOf([15, 9, 10])).toEqual([
      { from: 9, to: 11 },
      { from: 15, to: 16 },
    ])
    expect(rangesOf([])).toEqual([])
  })
})

const names = inEachLanguage(() => 'Revolution Day')
const holiday = {
  ...{ id: 'p', kind: 'holiday' as const, names, from: '2026-11-26', to: '2026-11-26', hours: null },
}
const around = {
  now: Date.parse('2026-11-24T10:30:00Z'),
  free: [
    { date: '2026-11-24', hour: 15 },
    { date: '2026-11-25', hour: 12 },
    { date: '2026-11-25', hour: 16 },
    { date: '2026-11-25', hour: 17 },
  ],
  periods: [holiday],
  lessons: [lesson('other', 17, 60, '2026-11-25')],
}

describe('a move', () => {
  const moved = lesson('a', 16, 60, '2026-11-24')
  const why = (date: string, hour: number, one = moved) =>
    obstacleOf(one, { date, hour }, around)?.key ?? null

  it('is possible to a free hour; every other hour has its reason', () => {
    expect(why('2026-11-25', 16)).toBeNull()
    expect(why('2026-11-24', 16)).toBe('same')
    expect(why('2026-11-24', 11)).toBe('past')
    expect(why('2026-11-25', 13)).toBe('lunch')
    expect(why('2026-11-26', 9)).toBe('closed')
    expect(why('2026-11-27', 9)).toBe('notOffered')
    expect(why('2026-11-25', 17)).toBe('taken')
    expect(obstacleOf(moved, { date: '2026-11-27', hour: 9 }, { ...around, free: null })?.key).toBe('loading')
  })

  it('of a long lesson needs all its hours, and may use the hours that it leaves', () => {
    const long = lesson('a', 16, 90, '2026-11-24')
    expect(why('2026-11-24', 15, long)).toBeNull()
    expect(why('2026-11-25', 12, long)).toBe('lunch')
    expect(why('2026-11-25', 16, long)).toBe('taken')
  })

  it('offers exactly the hours without an obstacle', () => {
    expect(targetsOf(moved, '2026-11-23', around)).toEqual([
      { date: '2026-11-24', hour: 15 },
      { date: '2026-11-25', hour: 12 },
      { date: '2026-11-25', hour: 16 },
    ])
  })

  it('by keyboard stays inside the teaching hours and leaves Sundays out', () => {
    const at = { date: '2026-11-28', hour: 19 }
    expect(stepped(moved, at, { hours: 1 })).toEqual(at)
    expect(stepped(moved, at, { days: 1 })).toEqual({ date: '2026-11-30', hour: 19 })
    expect(stepped(moved, { date: '2026-11-30', hour: 8 }, { days: -1 })).toEqual({
      date: '2026-11-28',
      hour: 8,
    })
    expect(stepped(lesson('b', 9, 120), at, { days: -1 }).hour).toBe(18)
    fc.assert(
      fc.property(fc.nat(3000), fc.constantFrom(-1, 1), (days, step) => {
        const date = addDays('2026-01-05', days)
        expect(new Date(stepped(moved, { date, hour: 9 }, { days: step }).date).getUTCDay()).not.toBe(0)
      }),
    )
  })

  it('by pointer goes to the nearest full hour of the column', () => {
    expect([0, 0.04, 0.05, 0.5, 1, 1.2, -1].map((share) => hourAt(moved, share))).toEqual([
      8, 8, 9, 14, 19, 19, 8,
    ])
  })
})
