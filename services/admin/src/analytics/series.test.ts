import { describe, expect, it } from '@jest/globals'
import { masked } from '../statistics/statistics.ts'
import { periodsOf } from './periods.ts'
import { linesOf, percent } from './series.ts'

const periods = periodsOf('12w', new Date('2026-11-20T12:00:00Z'))
const names = ['student', 'teacher'] as const

describe('a figure', () => {
  it('is a share in percent from five samples on', () => {
    expect(percent(7, 8)).toBe(87.5)
    expect(percent(4, 4)).toBeNull()
    expect(percent(-2, 5)).toBe(-40)
  })
  it('of a place is null from one to four', () =>
    expect([0, 1, 4, 5].map(masked)).toEqual([0, null, null, 5]))
})

describe('the lines of a chart', () => {
  it('count each day in its step and ignore days outside the chart', () => {
    const counts = [
      { day: '2026-11-16', kind: 'student', count: 3 },
      { day: '2026-11-20', kind: 'student', count: 1 },
      { day: '2026-11-15', kind: 'teacher', count: 2 },
      { day: '2026-11-16', kind: 'admin', count: 9 },
      { day: '2020-01-01', kind: 'student', count: 9 },
    ]
    const { student, teacher } = linesOf(names, counts, periods)
    expect([student?.at(-1), student?.at(-2), teacher?.at(-2)]).toEqual([4, 0, 2])
    expect(student).toHaveLength(12)
  })
  it('are not there below five lessons, however often each of them is counted', () => {
    const kinds = ['booked', 'completed'] as const
    const held = (count: number) => kinds.map((kind) => ({ day: '2026-11-16', kind, count }))
    expect(linesOf(kinds, held(3), periods, ['booked'])).toEqual({ booked: null, completed: null })
    expect(linesOf(kinds, held(5), periods, ['booked']).completed?.at(-1)).toBe(5)
  })
  it('are not there below five samples altogether', () =>
    expect(linesOf(names, [{ day: '2026-11-16', kind: 'student', count: 4 }], periods)).toEqual({
      student: null,
      teacher: null,
    }))
})
