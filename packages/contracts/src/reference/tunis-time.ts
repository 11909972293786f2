export const timeZone = 'Africa/Tunis'
export const hourMs = 3600 * 1000
export const dayMs = 24 * hourMs

let wall: Intl.DateTimeFormat | undefined

/** Date and time in Tunis. */
export const tunisClock = (at: Date): { date: string; hour: number; minute: number } => {
  // created on first use, because most pages do not need it
  wall ??= new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute } = parts
  return { date: `${year}-${month}-${day}`, hour: Number(hour), minute: Number(minute) }
}

/** `YYYY-MM-DD` in Tunis. */
export const tunisDay = (at: Date): string => tunisClock(at).date

/** The instant at which it is this full hour in Tunis. */
export const instantOf = (date: string, hour: number): Date => {
  const guess = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = tunisClock(new Date(guess))
  const shownMs = Date.parse(`${shown.date}T00:00:00Z`) + (shown.hour * 60 + shown.minute) * 60_000
  return new Date(guess - (shownMs - guess))
}

export const tunisianYear = (at: Date): number => Number(tunisDay(at).slice(0, 4))

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The Monday of the week of this date; a Sunday belongs to the week before. */
export const mondayOfDate = (date: string): string => addDays(date, 1 - weekdayOf(date))

/** The Monday of the current week in Tunis, or of a later one. */
export const mondayOf = (at: Date, weeksOn = 0): string => addDays(mondayOfDate(tunisDay(at)), 7 * weeksOn)
