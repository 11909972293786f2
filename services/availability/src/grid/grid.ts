import type { Slot } from '@darsi/contracts/calls/availability/availability-api.ts'
import {
  gridSlots,
  isLunchHour,
  isSelectable,
  isTeachingDay,
  isTeachingHour,
  slotCode,
  slotOf,
  weeklyPercentage,
} from '@darsi/contracts/reference/hours.ts'
import { hourMs, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { noticeHours } from '@darsi/contracts/rules/lesson-times.ts'

/** An hour of the week as one number, by `slotCode`. */
export type SlotCode = number

/** The free hours of one week, in order, each once. */
type Week = { readonly slots: readonly SlotCode[]; readonly savedAt: Date | null }

/** The weekly template, and the weeks that differ from it. */
export type Grid = {
  readonly template: Week
  readonly exceptions: readonly (Week & { readonly monday: string })[]
  /** Of a teacher who chose it. */
  readonly noticeHours?: number
}

/** One cell of the request; the field names are those of spec §7. */
export type Choice = { readonly day_of_week: number; readonly hour: number; readonly is_available: boolean }
export type Selection =
  | { slots: readonly SlotCode[] }
  | { refused: readonly { index: number; reason: 'lunch' | 'slot-invalid' }[] }

export const emptyGrid: Grid = { template: { slots: [], savedAt: null }, exceptions: [] }

/** The free hours of the request. One choice outside the grid or at lunch refuses all of them (product.md §6). */
export function readSelection(choices: readonly Choice[]): Selection {
  const refused = choices.flatMap((choice, index) => {
    const reason = refusalOf(choice)
    return reason ? [{ index, reason }] : []
  })
  if (refused.length > 0) return { refused }
  const free = new Set<SlotCode>()
  for (const { day_of_week: day, hour, is_available: isFree } of choices) {
    if (isFree) free.add(slotCode({ day, hour }))
    else free.delete(slotCode({ day, hour }))
  }
  return { slots: [...free].sort((a, b) => a - b) }
}

/** How far ahead lessons in this grid are booked and moved at the latest. */
export const noticeMsOf = ({ noticeHours: hours = noticeHours.usual }: Grid): number => hours * hourMs

/** What was saved for that week, else the template. */
export function weekOf(grid: Grid, monday: string | null): Week {
  return grid.exceptions.find((exception) => exception.monday === monday) ?? grid.template
}

/**
 * Replaces the template (`monday` null) or one week. A new template does not change weeks of their own. Past weeks are
 * removed.
 */
export function saveWeek(
  grid: Grid,
  { monday, slots, at }: { monday: string | null; slots: readonly SlotCode[]; at: Date },
): Grid {
  const week = { slots, savedAt: at }
  const current = mondayOf(at)
  const kept = grid.exceptions.filter(
    (exception) => exception.monday >= current && exception.monday !== monday,
  )
  if (monday === null) return { template: week, exceptions: kept }
  const exceptions = [...kept, { monday, ...week }].sort((a, b) => (a.monday < b.monday ? -1 : 1))
  return { template: grid.template, exceptions }
}

/** Hours with a booked lesson stay in the grid when the owner removes them, because the lesson still takes place. */
export function keepBooked(
  before: Week,
  chosen: readonly SlotCode[],
  booked: ReadonlySet<SlotCode>,
): { slots: readonly SlotCode[]; kept: readonly SlotCode[] } {
  const kept = before.slots.filter((code) => booked.has(code) && !chosen.includes(code))
  return { slots: [...chosen, ...kept].sort((a, b) => a - b), kept }
}

/** All 72 cells in reading order; lunch is part of them and never free (spec §2). */
export function cellsOf(week: Week, booked: ReadonlySet<SlotCode> = new Set()): Slot[] {
  const free = new Set(week.slots)
  return gridSlots.map((slot) => ({
    ...slot,
    isAvailable: isSelectable(slot) && free.has(slotCode(slot)),
    isLunchBreak: isLunchHour(slot.hour),
    hasConflict: booked.has(slotCode(slot)),
  }))
}

/** Of 6 days with 10 hours (spec §9). */
export function percentageOf(slots: readonly SlotCode[]): number {
  return weeklyPercentage(slots.map(slotOf))
}

function refusalOf({ day_of_week: day, hour }: Choice): 'lunch' | 'slot-invalid' | null {
  if (!isTeachingDay(day) || !isTeachingHour(hour)) return 'slot-invalid'
  return isLunchHour(hour) ? 'lunch' : null
}
