import { addDays, mondayOfDate, tunisDay } from '@darsi/contracts/tunis-time.ts'

/** The Tunisian school term of a day: September to December, January to March, April to August. */
export function termOf(at: Date): string {
  const [year = 0, month = 0] = tunisDay(at).split('-').map(Number)
  if (month >= 9) return `${year}-${year + 1}.1`
  return `${year - 1}-${year}.${month <= 3 ? 2 : 3}`
}

/**
 * Weeks in a row with a lesson, back from this one. A week that is not over yet and has none does not break it.
 */
export function streakOf(lessons: readonly Date[], now: Date): number {
  const weeks = new Set(lessons.map((at) => mondayOfDate(tunisDay(at))))
  let monday = mondayOfDate(tunisDay(now))
  if (!weeks.has(monday)) monday = addDays(monday, -7)
  let streak = 0
  for (; weeks.has(monday); monday = addDays(monday, -7)) streak++
  return streak
}
