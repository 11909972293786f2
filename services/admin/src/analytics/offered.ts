import { addDays } from '@darsi/contracts/reference/tunis-time.ts'

/** The number of hours that a teacher offers: by the weekly template in force from a day, and in single weeks. */
export type Offer = {
  _id: string
  templates?: Record<string, number>
  weeks?: Record<string, number>
  src?: Record<string, number>
  erasedAt?: Date | null
}

/** Hours offered in one week: by the week's own grid, else by the template in force on its Sunday. */
export function offeredHours(
  { templates = {}, weeks = {} }: Pick<Offer, 'templates' | 'weeks'>,
  monday: string,
): number {
  const own = weeks[monday]
  if (own !== undefined) return own
  const sunday = addDays(monday, 6)
  const last = Object.keys(templates)
    .filter((day) => day <= sunday)
    .sort()
    .at(-1)
  return last === undefined ? 0 : (templates[last] ?? 0)
}
