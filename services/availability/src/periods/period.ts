import type { PeriodFields, Period as PeriodView } from '@darsi/contracts/calls/availability/periods-api.ts'
import { addDays, mondayOfDate } from '@darsi/contracts/reference/tunis-time.ts'
import { closingPeriod, longestPeriodDays } from '@darsi/contracts/rules/periods.ts'
import { type FieldProblem, type Problem, problem } from '@darsi/kit/http/problem.ts'
import type { Grid } from '../grid/grid.ts'

/** A holiday, or special hours as in Ramadan, set by administrators for everybody. */
export type Period = PeriodFields & {
  _id: string
  /** The last change of its kind, days or hours by an administrator; a corrected name does not count. */
  changedAt: Date
}

/**
 * Whether a person's grid may offer this hour. A week that its owner saved after the period was set counts as it is:
 * the owner knew of the holiday. An earlier one, for example from before Ramadan was announced, does not.
 */
export function isOpen(
  grid: Grid,
  periods: readonly Period[],
  { date, hour }: { date: string; hour: number },
): boolean {
  const monday = mondayOfDate(date)
  const savedAt = grid.exceptions.find((exception) => exception.monday === monday)?.savedAt
  const counted = periods.filter(({ changedAt }) => !savedAt || savedAt <= changedAt)
  return closingPeriod(counted, { date, hour }) === undefined
}

/** True when hours may be open or closed that were not before. */
export function changesHours(before: PeriodFields, after: PeriodFields): boolean {
  const limits = ({ kind, from, to, hours }: PeriodFields) => [kind, from, to, hours?.from, hours?.to].join()
  return limits(before) !== limits(after)
}

/** Why this cannot be saved; null when it can. */
export function periodProblem({ names, from, to, hours }: PeriodFields): Problem | null {
  const errors: FieldProblem[] = Object.entries(names)
    .filter(([, name]) => name.trim() === '')
    .map(([language]) => ({ path: `names.${language}`, slug: 'period-name-required' }))
  if (to < from || to > addDays(from, longestPeriodDays - 1))
    errors.push({ path: 'to', slug: 'period-dates' })
  if (hours && hours.to <= hours.from) errors.push({ path: 'hours.to', slug: 'period-hours' })
  const [first] = errors
  return first ? problem(first.slug, { errors }) : null
}

export function periodView({ _id, kind, names, from, to, hours }: Period): PeriodView {
  return { id: _id, kind, names, from, to, hours }
}
