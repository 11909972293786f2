/** The grouping of a row in the report of lessons. */
export const reportRows = ['governorate', 'level', 'subject'] as const
export type ReportRows = (typeof reportRows)[number]

const mostDays = 3 * 366

/** A report spans at most three years. */
export const isReportSpan = ({ from, to }: { from: string; to: string }): boolean =>
  Date.parse(to) - Date.parse(from) <= mostDays * 24 * 3600 * 1000
