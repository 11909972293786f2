import { slotOf } from '@darsi/contracts/reference/hours.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { addDays, mondayOfDate } from '@darsi/contracts/reference/tunis-time.ts'
import { type Grid, type SlotCode, weekOf } from '../grid/grid.ts'
import { periodView } from '../periods/period.ts'
import { freeOf, type HoursParts } from './free-hours.ts'

/** What the caller's calendar shows beside the lessons of a week. */
export async function ownWeek(
  parts: Omit<HoursParts, 'parties'>,
  { userId, role, date }: { userId: string; role: Role; date: string },
) {
  const monday = mondayOfDate(date)
  const periods = await parts.periods.between(monday, addDays(monday, 6))
  const shown = { monday, periods: periods.map(periodView) }
  // lessons of a parent's children are in the children's hours
  if (role === 'parent') return { ...shown, free: [], exceptions: [] }
  const grid = await parts.grids.find(userId)
  const free = await freeOf(parts, { userId, grid }, { monday, periods })
  return { ...shown, free: [...free.values()], exceptions: exceptionsOf(grid, monday) }
}

/** The hours by which a week of its own differs from the template. */
export function exceptionsOf(grid: Grid, monday: string) {
  const usual = grid.template.slots
  const own = weekOf(grid, monday).slots
  const differing = (codes: readonly SlotCode[], others: readonly SlotCode[], kind: 'added' | 'removed') =>
    codes
      .filter((code) => !others.includes(code))
      .map(slotOf)
      .map(({ day, hour }) => ({ date: addDays(monday, day - 1), hour, kind }))
  return [...differing(own, usual, 'added'), ...differing(usual, own, 'removed')]
}
