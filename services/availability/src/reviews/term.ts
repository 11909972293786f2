import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'

/** The Tunisian school term of a day: September to December, January to March, April to August. */
export function termOf(at: Date): string {
  const [year = 0, month = 0] = tunisDay(at).split('-').map(Number)
  if (month >= 9) return `${year}-${year + 1}.1`
  return `${year - 1}-${year}.${month <= 3 ? 2 : 3}`
}
