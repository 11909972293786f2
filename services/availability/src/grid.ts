import type { Slot } from '@darsi/contracts/availability-api.ts'
import {
  gridSlots,
  isLunchHour,
  isSelectable,
  isTeachingDay,
  isTeachingHour,
  weeklyPercentage,
} from '@darsi/contracts/hours.ts'
import { mondayOf } from '@darsi/contracts/tunis-time.ts'

/** An hour of the week as one number: `day * 100 + hour`, 108 is Monday 8:00. */
export type SlotCode = number

/** The free hours of one week, in order, each once. */
export type Week = { readonly slots: readonly SlotCode[]; readonly savedAt: Date | null }

/** The weekly template, and the weeks that differ from it. */
export type Grid = {
  readonly template: Week
  readonly exceptions: readonly (Week & { readonly monday: string })[]
}

/** What a client sends per cell; spec §7 names the fields. */
export type Choice = { readonly day_of_week: number; readonly hour: number; readonly is_available: boolean }
export type Selection =
  | { slots: readonly SlotCode[] }
  | { refused: readonly { index: number; reason: 'lunch' | 'slot-invalid' }[] }

export const emptyGrid: Grid = { template: { slots: [], savedAt: null }, exceptions: [] }

/** The free hours among the choices. Any choice outside the grid or at lunch refuses all of them (product.md §6). */
export function readSelection(choices: readonly Choice[]): Selection {
  const refused = choices.flatMap((choice, index) => {
    const reason = refusalOf(choice)
    return reason ? [{ index, reason }] : []
  })
  if (refused.length > 0) return { refused }
  const free = new Set<SlotCode>()
  for (const { day_of_week: day, hour, is_available: isFree } of choices) {
    if (isFree) free.add(codeOf({ day, hour }))
    else free.delete(codeOf({ day, hour }))
  }
  return { slots: [...free].sort((a, b) => a - b) }
}

/** The week as shown: what was saved for it, else the template. */
export function weekShown(grid: Grid, monday: string | null): Week {
  return grid.exceptions.find((exception) => exception.monday === monday) ?? grid.template
}

/**
 * Replaces the template (`monday` null) or one week. The template leaves saved weeks as they are;
 * weeks that are over are forgotten.
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

/** Hours with a booked lesson stay, though they were taken out: a lesson does not vanish by a stroke over the grid. */
export function keepBooked(
  before: Week,
  chosen: readonly SlotCode[],
  booked: ReadonlySet<SlotCode>,
): { slots: readonly SlotCode[]; kept: readonly SlotCode[] } {
  const kept = before.slots.filter((code) => booked.has(code) && !chosen.includes(code))
  return { slots: [...chosen, ...kept].sort((a, b) => a - b), kept }
}

/** All 72 cells in reading order; lunch is shown and never free (spec §2). */
export function cellsOf(week: Week, booked: ReadonlySet<SlotCode> = new Set()): Slot[] {
  const free = new Set(week.slots)
  return gridSlots.map((slot) => ({
    ...slot,
    isAvailable: isSelectable(slot) && free.has(codeOf(slot)),
    isLunchBreak: isLunchHour(slot.hour),
    hasConflict: booked.has(codeOf(slot)),
  }))
}

/** Against 6 days of 10 hours (spec §9). */
export function percentageOf(slots: readonly SlotCode[]): number {
  return weeklyPercentage(slots.map(slotOf))
}

function refusalOf({ day_of_week: day, hour }: Choice): 'lunch' | 'slot-invalid' | null {
  if (!isTeachingDay(day) || !isTeachingHour(hour)) return 'slot-invalid'
  return isLunchHour(hour) ? 'lunch' : null
}

function codeOf({ day, hour }: { day: number; hour: number }): SlotCode {
  return day * 100 + hour
}

export function slotOf(code: SlotCode) {
  return { day: Math.floor(code / 100), hour: code % 100 }
}
