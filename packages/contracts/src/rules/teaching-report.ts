/** What a row of the report of lessons taught may stand for. */
export const reportRows = ['governorate', 'level', 'subject'] as const
export type ReportRows = (typeof reportRows)[number]

/** The most days that one report may span. */
export const reportDays = 3 * 366
