import { addDays } from '@darsi/contracts/tunis-time.ts'
import type { Offer } from './offer-store.ts'

/** What was offered in one week: its own grid, else the template that was in force at its end. */
export function offeredHours({ templates = {}, weeks = {} }: Omit<Offer, '_id'>, monday: string): number {
  const own = weeks[monday]
  if (own !== undefined) return own
  const sunday = addDays(monday, 6)
  const last = Object.keys(templates)
    .filter((day) => day <= sunday)
    .sort()
    .at(-1)
  return last === undefined ? 0 : (templates[last] ?? 0)
}
