import { tunisianYear } from '@darsi/contracts/reference/tunis-time.ts'
import { ageRules } from '@darsi/contracts/rules/registration/age-rules.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Child } from '../children/child.ts'

type Aged = Pick<Child, 'birthYear' | 'educationLevel'>

/**
 * True when the minor would become an adult or enter an older age band for lessons. A birth year that is given for the
 * first time is no change, unless it is an adult's.
 */
export function weakensProtection(before: Aged, after: Aged, today: Date): boolean {
  if (isMinorIn(before, today) && !isMinorIn(after, today)) return true
  if (before.birthYear === null) return after.birthYear !== null && bandOf(after.birthYear, today) >= adults
  return after.birthYear !== null && bandOf(after.birthYear, today) > bandOf(before.birthYear, today)
}

const adults = ageRules.length
const isMinorIn = (one: Aged, today: Date): boolean => isMinor({ ...one, today })

function bandOf(birthYear: number, today: Date): number {
  const age = tunisianYear(today) - birthYear
  const band = ageRules.findIndex(({ toAge }) => age <= toAge)
  return band < 0 ? adults : band
}
