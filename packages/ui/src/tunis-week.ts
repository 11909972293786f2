import { timeZone } from './catalogue.ts'

/** `YYYY-MM-DD` in Tunis. */
export const tunisDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** 1 Monday … 7 Sunday */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** The Monday of the week in which `now` is in Tunis, or of the one `weeks` later. */
export function mondayOf(now: Date, weeks = 0): string {
  const today = tunisDay(now)
  return addDays(today, 1 - weekdayOf(today) + 7 * weeks)
}
