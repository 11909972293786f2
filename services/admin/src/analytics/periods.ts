import {
  type AnalyticsSpan,
  type AnalyticsStep,
  analyticsSpans,
} from '@darsi/contracts/calls/admin/analytics-api.ts'
import { addDays, instantOf, mondayOfDate, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'

export type Periods = {
  step: AnalyticsStep
  /** First days of the steps, oldest first. */
  from: string[]
  since: Date
  until: Date
  /** The index of the step that contains a day of Tunis; -1 for a day outside. */
  indexOf: (day: string) => number
}

export function periodsOf(span: AnalyticsSpan, now: Date): Periods {
  const step = analyticsSpans[span]
  const count = Number.parseInt(span, 10)
  const last = firstOf(step, tunisDay(now))
  const from = Array.from({ length: count }, (_, index) => moved(step, last, index - count + 1))
  const places = new Map(from.map((day, index) => [day, index]))
  return {
    step,
    from,
    since: instantOf(from[0] ?? last, 0),
    until: instantOf(moved(step, last, 1), 0),
    indexOf: (day) => places.get(firstOf(step, day)) ?? -1,
  }
}

function firstOf(step: AnalyticsStep, day: string): string {
  if (step === 'day') return day
  return step === 'week' ? mondayOfDate(day) : `${day.slice(0, 7)}-01`
}

function moved(step: AnalyticsStep, day: string, steps: number): string {
  if (step !== 'month') return addDays(day, step === 'week' ? 7 * steps : steps)
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + steps)
  return at.toISOString().slice(0, 10)
}
