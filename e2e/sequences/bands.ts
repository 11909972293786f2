/** spec §9: up to these ages a minor is protected in the same way; older than the last one is of age. */
const bands = [
  { toAge: 10, maxMinutes: 30 },
  { toAge: 14, maxMinutes: 45 },
  { toAge: 18, maxMinutes: 60 },
]

/** Greater for an age that is protected less. */
export function bandOf(birthYear: number): number {
  const age = new Date().getFullYear() - birthYear
  const found = bands.findIndex(({ toAge }) => age <= toAge)
  return found < 0 ? bands.length : found
}

/** How long a lesson of a learner born in that year may be. */
export const maxMinutesOf = (birthYear: number): number => bands[bandOf(birthYear)]?.maxMinutes ?? 120
