import { gridSlots, selectableSlots } from '@darsi/contracts/reference/hours.ts'
import { mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Choice, cellsOf, emptyGrid, percentageOf, readSelection, saveWeek, weekOf } from './grid.ts'

const choose = (day: number, hour: number, free = true): Choice => ({
  day_of_week: day,
  hour,
  is_available: free,
})
const slots = (...choices: Choice[]) => {
  const selection = readSelection(choices)
  return 'slots' in selection ? selection.slots : selection.refused.map(({ reason }) => reason)
}
const thursday = new Date('2026-11-19T10:00:00Z')
const selectable = fc.constantFrom(...selectableSlots).map(({ day, hour }) => ({ day, hour }))
const choices = fc.array(
  fc
    .record({ slot: selectable, free: fc.boolean() })
    .map(({ slot, free }) => choose(slot.day, slot.hour, free)),
  { maxLength: 72 },
)

describe('a selection', () => {
  it.each([13, 14])('lunch hours cannot be selected: %i', (hour) => {
    for (const day of [1, 2, 3, 4, 5, 6]) expect(slots(choose(day, hour))).toEqual(['lunch'])
  })

  it.each([
    [0, 10],
    [7, 10],
    [-1, 10],
    [1, 7],
    [1, 20],
    [1, 108],
    [0, 13],
  ])('day %i at %i is outside Monday to Saturday, 8:00-20:00', (day, hour) => {
    expect(slots(choose(day, hour))).toEqual(['slot-invalid'])
    expect(slots(choose(day, hour, false))).toEqual(['slot-invalid'])
  })

  it('with one bad slot saves nothing and names the bad ones by position', () => {
    expect(readSelection([choose(1, 8), choose(1, 13), choose(0, 8)])).toEqual({
      refused: [
        { index: 1, reason: 'lunch' },
        { index: 2, reason: 'slot-invalid' },
      ],
    })
  })

  it('has each free hour once, in order; of two choices for one hour the last counts', () => {
    expect(slots(choose(2, 9), choose(1, 8), choose(2, 9), choose(1, 9), choose(1, 9, false))).toEqual([
      108, 209,
    ])
  })

  it('does not depend on how often or in which order free hours are named', () => {
    fc.assert(
      fc.property(fc.array(selectable, { maxLength: 60 }), fc.nat(), (hours, turn) => {
        const named = hours.map(({ day, hour }) => choose(day, hour))
        const turned = [...named.slice(turn % 60), ...named.slice(0, turn % 60), ...named]
        expect(slots(...turned)).toEqual(slots(...named))
      }),
    )
  })
})

describe('the grid', () => {
  it('has 72 cells, 12 of them lunch, Monday 8:00 first', () => {
    const cells = cellsOf(emptyGrid.template)
    expect(cells).toHaveLength(72)
    expect(cells.filter((cell) => cell.isLunchBreak)).toHaveLength(12)
    expect(cells[0]).toEqual({ day: 1, hour: 8, isAvailable: false, isLunchBreak: false, hasConflict: false })
  })

  it('shows exactly what was selected', () => {
    fc.assert(
      fc.property(choices, (given) => {
        const selected = slots(...given) as number[]
        const shown = cellsOf({ slots: selected, savedAt: thursday })
          .filter((cell) => cell.isAvailable)
          .map((cell) => cell.day * 100 + cell.hour)
        expect(shown).toEqual(selected)
      }),
    )
  })

  it('never shows lunch as free, whatever is stored', () => {
    const all = gridSlots.map(({ day, hour }) => day * 100 + hour)
    expect(cellsOf({ slots: all, savedAt: null }).filter((cell) => cell.isAvailable)).toHaveLength(60)
  })
})

describe('the weekly percentage', () => {
  it('counts 6 days of 10 selectable hours', () => {
    expect(percentageOf([])).toBe(0)
    expect(percentageOf([108])).toBe(2)
    expect(percentageOf(selectableSlots.slice(0, 30).map(({ day, hour }) => day * 100 + hour))).toBe(50)
    expect(percentageOf(selectableSlots.map(({ day, hour }) => day * 100 + hour))).toBe(100)
  })

  it('grows with every hour and stays between 0 and 100', () => {
    fc.assert(
      fc.property(choices, selectable, (given, { day, hour }) => {
        const before = percentageOf(slots(...given) as number[])
        const after = percentageOf(slots(...given, choose(day, hour)) as number[])
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(100)
      }),
    )
  })
})

describe('weeks', () => {
  it.each([
    ['a Thursday', '2026-11-19T10:00:00Z', 0, '2026-11-16'],
    ['a Monday', '2026-11-16T00:00:00Z', 0, '2026-11-16'],
    ['a Sunday', '2026-11-22T12:00:00Z', 0, '2026-11-16'],
    ['a Sunday, next week', '2026-11-22T12:00:00Z', 1, '2026-11-23'],
    ['Sunday 23:30 UTC, which is Monday in Tunisia', '2026-11-22T23:30:00Z', 0, '2026-11-23'],
    ['over the year’s end', '2026-12-31T10:00:00Z', 8, '2027-02-22'],
  ])('begin on Monday: %s', (_name, at, offset, monday) => {
    expect(mondayOf(new Date(at), offset)).toBe(monday)
  })

  it('show the template until they are saved themselves', () => {
    const template = saveWeek(emptyGrid, { monday: null, slots: [108], at: thursday })
    expect(weekOf(template, '2026-11-23').slots).toEqual([108])
    const both = saveWeek(template, { monday: '2026-11-23', slots: [], at: thursday })
    expect(weekOf(both, '2026-11-23').slots).toEqual([])
    expect(weekOf(both, '2026-11-30').slots).toEqual([108])
    const later = saveWeek(both, { monday: null, slots: [209], at: thursday })
    expect(weekOf(later, '2026-11-23').slots).toEqual([])
    expect(weekOf(later, null).slots).toEqual([209])
  })

  it('that are over are removed, at most nine are kept, and the last save of each counts', () => {
    const saves = fc.array(
      fc.record({
        day: fc.nat({ max: 200 }),
        offset: fc.integer({ min: 0, max: 8 }),
        slots: fc.uniqueArray(
          selectable.map(({ day, hour }) => day * 100 + hour),
          { maxLength: 5 },
        ),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(saves, (list) => {
        const ordered = [...list].sort((a, b) => a.day - b.day)
        let grid = emptyGrid
        const expected = new Map<string | null, readonly number[]>()
        let now = thursday
        for (const { day, offset, slots: free } of ordered) {
          now = new Date(thursday.getTime() + day * 86_400_000)
          const monday = offset === 0 ? null : mondayOf(now, offset)
          grid = saveWeek(grid, { monday, slots: free, at: now })
          expected.set(monday, free)
        }
        expect(grid.exceptions.length).toBeLessThanOrEqual(9)
        for (let offset = 0; offset <= 8; offset++) {
          const monday = offset === 0 ? null : mondayOf(now, offset)
          expect(weekOf(grid, monday).slots).toEqual(expected.get(monday) ?? expected.get(null) ?? [])
        }
      }),
    )
  })
})
