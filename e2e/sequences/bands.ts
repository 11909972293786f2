/** spec §9: the upper ages of the bands with equal protection; anyone older is an adult. */
const bands = [
  { toAge: 10, maxMinutes: 30 },
  { toAge: 14, maxMinutes: 45 },
  { toAge: 18, maxMinutes: 60 },
]

/** Greater for an age with less protection. */
export function bandOf(birthYear: number): number {
  const age = new Date().getFullYear() - birthYear
  const found = bands.findIndex(({ toAge }) => age <= toAge)
  return found < 0 ? bands.length : found
}

/** The allowed length of a lesson for a learner born in that year. */
export const maxMinutesOf = (birthYear: number): number => bands[bandOf(birthYear)]?.maxMinutes ?? 120
