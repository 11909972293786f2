import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  dayName,
  gridSlots,
  isLunchHour,
  isSelectable,
  parseSlotKey,
  selectableSlots,
  slotCode,
  slotKey,
  slotOf,
  teachingDays,
  weeklyPercentage,
} from './hours.ts'

describe('teaching hours', () => {
  it('the grid has 6 days of 12 hours, of which 60 can be selected', () => {
    expect(gridSlots).toHaveLength(72)
    expect(selectableSlots).toHaveLength(60)
    expect([gridSlots[0], gridSlots.at(-1)]).toEqual([
      { day: 1, hour: 8 },
      { day: 6, hour: 19 },
    ])
  })

  it('lunch hours cannot be selected', () => {
    expect([12, 13, 14, 15].map(isLunchHour)).toEqual([false, true, true, false])
    expect(teachingDays.flatMap((day) => [13, 14].map((hour) => ({ day, hour }))).some(isSelectable)).toBe(
      false,
    )
  })

  it.each([
    { day: 0, hour: 10 },
    { day: 7, hour: 10 },
    { day: 1, hour: 7 },
    { day: 1, hour: 20 },
    { day: 1.5, hour: 9 },
  ])('day $day at $hour is outside', (slot) => {
    expect(isSelectable(slot)).toBe(false)
  })

  it('the weekly percentage is of 60, whatever else is sent', () => {
    expect(weeklyPercentage([])).toBe(0)
    expect(weeklyPercentage(gridSlots)).toBe(100)
    expect(weeklyPercentage(selectableSlots.slice(0, 15))).toBe(25)
    fc.assert(
      fc.property(
        fc.array(fc.record({ day: fc.integer(), hour: fc.integer({ min: -5, max: 30 }) })),
        (slots) => {
          const share = weeklyPercentage(slots)
          expect(share).toBe(weeklyPercentage([...slots, ...slots, { day: 1, hour: 13 }]))
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(100)
        },
      ),
    )
  })

  it('a slot survives its key, and other keys are null', () => {
    expect(gridSlots.map(slotKey).map(parseSlotKey)).toEqual(gridSlots)
    expect(['7-8', '1-20', '1-8x', '', '1-008'].map(parseSlotKey)).toEqual([null, null, null, null, null])
  })

  it('a slot survives its code', () => {
    expect(slotCode({ day: 1, hour: 8 })).toBe(108)
    expect(gridSlots.map(slotCode).map(slotOf)).toEqual(gridSlots)
  })

  it('days are named in the three languages', () => {
    expect(dayName(1, 'en')).toBe('Monday')
    expect(dayName(6, 'fr')).toBe('samedi')
    expect(dayName(1, 'ar')).toMatch(/ثنين/)
  })
})
