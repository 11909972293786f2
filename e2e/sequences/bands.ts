/** spec §9: the upper ages of the bands with equal protection; anyone older is an adult. */
const bands = [
  { toAge: 10, maxMinutes: 30 },
  { toAge: 14, maxMinutes: 45 },
  { toAge: 18, maxMinutes: 60 },
]

/** Greater for an age with less protection, in a year. */
export function bandOf(birthYear: number, year = new Date().getFullYear()): number {
  const age = year - birthYear
  const found = bands.findIndex(({ toAge }) => age <= toAge)
  return found < 0 ? bands.length : found
}

/** The allowed length of a lesson for a learner born in that year. */
export const maxMinutesOf = (birthYear: number, year?: number): number =>
  bands[bandOf(birthYear, year)]?.maxMinutes ?? 120

/** Whether a parent has to be present at a lesson in that year, and a guardian to agree to each. */
export const needsParent = (birthYear: number, year?: number): boolean => bandOf(birthYear, year) === 0
