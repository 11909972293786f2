import type { QuietHours } from '@darsi/contracts/calls/notifications/push-api.ts'
import { addDays, instantOf, tunisClock } from '@darsi/contracts/reference/tunis-time.ts'

/** When the quiet hours that run now end; null outside of them. The same hour twice means none. */
export function quietUntil(now: Date, quiet: QuietHours): Date | null {
  if (quiet === null || quiet.from === quiet.to) return null
  const { date, hour } = tunisClock(now)
  const isOvernight = quiet.from > quiet.to
  const isQuiet = isOvernight ? hour >= quiet.from || hour < quiet.to : hour >= quiet.from && hour < quiet.to
  if (!isQuiet) return null
  return instantOf(isOvernight && hour >= quiet.from ? addDays(date, 1) : date, quiet.to)
}
