const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Tunis',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const dayMs = 24 * 3600 * 1000
export const hourMs = 3600 * 1000

/** What a clock on a wall in Tunis shows; the one place that knows the time zone. */
export function tunisClock(at: Date): { date: string; hour: number; minute: number } {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute } = parts
  return { date: `${year}-${month}-${day}`, hour: Number(hour), minute: Number(minute) }
}

/** The instant at which that wall clock shows this full hour. */
export function instantOf(date: string, hour: number): Date {
  const guess = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = tunisClock(new Date(guess))
  const shownMs = Date.parse(`${shown.date}T00:00:00Z`) + (shown.hour * 60 + shown.minute) * 60_000
  return new Date(guess - (shownMs - guess))
}

/** 1 Monday … 7 Sunday. */
export function weekdayOf(date: string): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The Monday of the week that holds this date; a Sunday still belongs to the week before. */
export function mondayOfDate(date: string): string {
  return addDays(date, 1 - weekdayOf(date))
}
