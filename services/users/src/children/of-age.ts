import { tunisianYear } from '@darsi/contracts/reference/tunis-time.ts'
import type { Child } from './child.ts'

/** Only the year of birth is stored, so the year of the 18th birthday still counts as minority. */
export const adultBornBefore = (today: Date): number => tunisianYear(today) - 18

export function isOfAge({ birthYear }: Pick<Child, 'birthYear'>, today: Date): boolean {
  return birthYear !== null && birthYear < adultBornBefore(today)
}
