import { isSelectable } from '@darsi/contracts/hours.ts'
import { addDays, mondayOfDate, weekdayOf } from '@darsi/contracts/tunis-time.ts'
import { type Grid, weekShown } from '../grid.ts'
import { hoursTaken } from './rules.ts'

/** How far ahead a lesson may begin. */
export const bookableDays = 26 * 7

/** The hours of that day that the teacher offers: the week's own grid or the template, never lunch, never Sunday. */
export function offeredHours(grid: Grid, date: string): number[] {
  const day = weekdayOf(date)
  return weekShown(grid, mondayOfDate(date))
    .slots.filter((code) => Math.floor(code / 100) === day)
    .map((code) => code % 100)
    .filter((hour) => isSelectable({ day, hour }))
}

/** True when every hour of the lesson is offered; so none reaches over lunch or the end of the day. */
export function isOffered(
  grid: Grid,
  { date, hour, durationMinutes }: { date: string; hour: number; durationMinutes: number },
): boolean {
  const offered = offeredHours(grid, date)
  return hoursTaken(hour, durationMinutes).every((taken) => offered.includes(taken))
}

/** The dates of a weekly series. */
export function seriesDates(date: string, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, index) => addDays(date, index * 7))
}
