import { tunisianYear } from '../../reference/tunis-time.ts'

export type Cadence = 'each-lesson' | 'every-two-weeks' | 'monthly' | 'none'
export type AgeRule = {
  /** The last age to which the rule applies. */
  readonly toAge: number
  readonly maxMinutes: number
  /** A parent has to be present during the lesson. */
  readonly parentPresent: boolean
  /** How often the teacher has to write a progress report. */
  readonly reports: Cadence
}

/** spec §9, docs/children.md. Only birth years are known, so the year of the 18th birthday still counts as minority. */
export const ageRules: readonly AgeRule[] = [
  { toAge: 10, maxMinutes: 30, parentPresent: true, reports: 'each-lesson' },
  { toAge: 14, maxMinutes: 45, parentPresent: false, reports: 'every-two-weeks' },
  { toAge: 18, maxMinutes: 60, parentPresent: false, reports: 'monthly' },
]
const adults: AgeRule = { toAge: Infinity, maxMinutes: 120, parentPresent: false, reports: 'none' }

/** The rule on the day of the lesson, which may lie in another year than the booking. */
export function ageRuleOn(
  startsAt: Date,
  { birthYear, minor }: { readonly birthYear: number | null; readonly minor: boolean },
): AgeRule {
  // a minor of unknown age gets the rule of the youngest
  if (birthYear === null) return (minor ? ageRules[0] : adults) ?? adults
  const age = tunisianYear(startsAt) - birthYear
  return ageRules.find(({ toAge }) => age <= toAge) ?? (minor ? (ageRules.at(-1) ?? adults) : adults)
}
