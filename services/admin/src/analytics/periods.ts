import { type AnalyticsSpan, type AnalyticsStep, analyticsSpans } from '@darsi/contracts/analytics-api.ts'

export type Periods = {
  step: AnalyticsStep
  /** First days of the steps, oldest first. */
  from: string[]
  since: Date
  until: Date
  /** Which step a day of Tunis is in; -1 for one outside. */
  indexOf: (day: string) => number
}

const tunis = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Tunis',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** `YYYY-MM-DD` in Tunis. */
export const tunisDay = (at: Date): string => tunis.format(at)

/** Midnight of a day in Tunis, which keeps one hour ahead of UTC all year. */
export const midnight = (day: string): Date => new Date(`${day}T00:00:00+01:00`)

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  return addDays(day, 1 - weekday)
}

/** The steps of a chart that ends with the present one. */
export function periodsOf(span: AnalyticsSpan, now: Date): Periods {
  const step = analyticsSpans[span]
  const count = Number.parseInt(span, 10)
  const last = firstOf(step, tunisDay(now))
  const from = Array.from({ length: count }, (_, index) => moved(step, last, index - count + 1))
  const places = new Map(from.map((day, index) => [day, index]))
  return {
    step,
    from,
    since: midnight(from[0] ?? last),
    until: midnight(moved(step, last, 1)),
    indexOf: (day) => places.get(firstOf(step, day)) ?? -1,
  }
}

function firstOf(step: AnalyticsStep, day: string): string {
  if (step === 'day') return day
  return step === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
}

function moved(step: AnalyticsStep, day: string, steps: number): string {
  if (step !== 'month') return addDays(day, step === 'week' ? 7 * steps : steps)
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + steps)
  return at.toISOString().slice(0, 10)
}
