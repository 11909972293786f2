/** Dates in Tunisia, both included, on which other hours count. `hours` null: closed; else from one hour to another. */
type DatedHours = {
  readonly from: string
  readonly to: string
  readonly hours: { readonly from: number; readonly to: number } | null
}

/** At most so many days, so that a wrong year does not close the calendar. */
export const longestPeriodDays = 100

export const includesDate = ({ from, to }: Pick<DatedHours, 'from' | 'to'>, date: string): boolean =>
  from <= date && date <= to

/** The first period in which there are no lessons at this hour; undefined when none forbids it. */
export function closingPeriod<P extends DatedHours>(
  periods: readonly P[],
  { date, hour }: { date: string; hour: number },
): P | undefined {
  return periods.find((period) => {
    if (!includesDate(period, date)) return false
    return period.hours === null || hour < period.hours.from || hour >= period.hours.to
  })
}
