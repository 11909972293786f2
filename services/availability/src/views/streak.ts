import { addDays, mondayOfDate, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'

/** Weeks in a row with a lesson, back from this one. The current week counts only once it has one. */
export function streakOf(lessons: readonly Date[], now: Date): number {
  const weeks = new Set(lessons.map((at) => mondayOfDate(tunisDay(at))))
  let monday = mondayOfDate(tunisDay(now))
  if (!weeks.has(monday)) monday = addDays(monday, -7)
  let streak = 0
  for (; weeks.has(monday); monday = addDays(monday, -7)) streak++
  return streak
}
