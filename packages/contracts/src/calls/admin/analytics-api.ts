import * as z from 'zod'
import { educationLevelKeys } from '../../reference/levels.ts'
import { governorates } from '../../reference/places/governorates.ts'
import { admins } from '../../reference/roles.ts'
import { teacherSubjects } from '../../reference/subjects.ts'
import { tunisDay } from '../../reference/tunis-time.ts'
import { isReportSpan, reportRows } from '../../rules/teaching-report.ts'
import { endpoints, ok } from '../endpoint.ts'

const count = z.number().int().min(0)

/** Time spans of the charts and their step: a day, a week or a month. */
export const analyticsSpans = { '30d': 'day', '12w': 'week', '12m': 'month' } as const
export type AnalyticsSpan = keyof typeof analyticsSpans
export type AnalyticsStep = (typeof analyticsSpans)[AnalyticsSpan]

/** A share; null below five samples. */
const share = { percent: z.number().nullable() }

/** The counts of a chart; null for a chart with fewer than five samples in all. */
const line = z.array(count).nullable()

const analyticsSchema = z.object({
  /** New accounts of the last 30 days and of the 30 days before. */
  growth: z.object({ current: count, previous: count, ...share }),
  /** Approved connections among the decided ones. */
  connectionSuccess: z.object({ approved: count, decided: count, ...share }),
  /** Booked hours among those that approved teachers offered, this week and the three weeks before. */
  utilisation: z.object({ booked: count, offered: count, ...share }),
  /** Mean of all reviews, 1 to 5. */
  satisfaction: z.object({ reviews: count, mean: z.number().nullable() }),
})
export type Analytics = z.output<typeof analyticsSchema>

const analyticsChartsSchema = z.object({
  step: z.enum(['day', 'week', 'month']),
  governorateId: z.number().int().nullable(),
  /** First day of each step in Tunis time, oldest first. */
  from: z.array(z.iso.date()),
  registrations: z.object({ student: line, teacher: line, parent: line }),
  /** By day of request, and by day of decision. */
  connections: z.object({ requested: line, approved: line, declined: line }),
  /** By day of the lesson. */
  lessons: z.object({ booked: line, completed: line, cancelled: line }),
  /** By governorate of the account, or of the teacher; null below five. */
  places: z.array(
    z.object({
      governorateId: z.number().int(),
      registrations: count.nullable(),
      connections: count.nullable(),
      lessons: count.nullable(),
    }),
  ),
  /** Most requested subjects with their number of requests; none below five. */
  subjects: z.array(z.object({ subject: z.string(), requests: count })),
})
export type AnalyticsCharts = z.output<typeof analyticsChartsSchema>

/** People and hours of lessons that took place. */
const reportFigures = {
  learners: count,
  /** Learners below 18; null when it or the number of the others is between one and four. */
  minors: count.nullable(),
  /** Null between one and four. */
  teachers: count.nullable(),
  lessons: count,
  hours: z.number().min(0),
}

/**
 * What was taught, for the ministry and for schools. No row says anything about fewer than five learners, and the
 * total counts the rows that are shown: a masked row cannot be computed from it.
 */
const teachingReportSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.enum(reportRows),
  entries: z.array(
    z.object({
      /** A governorate's id, a level or a subject; `unknown` where the learner did not say. */
      key: z.string(),
      /** Inhabitants at the census, of a governorate. */
      population: count.nullable(),
      /** Null for fewer than five learners. */
      figures: z.object(reportFigures).nullable(),
    }),
  ),
  total: z.object(reportFigures).nullable(),
})
export type TeachingReport = z.output<typeof teachingReportSchema>

const reportQuery = z
  .strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    rows: z.enum(reportRows).default('governorate'),
    governorate: z.coerce.number().int().min(1).max(governorates.length).optional(),
    level: z.enum(educationLevelKeys).optional(),
    subject: z.enum(teacherSubjects).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'] })
  .refine(isReportSpan, { path: ['from'] })
  // lessons of the future have not taken place
  .refine(({ to }) => to <= tunisDay(new Date()), { path: ['to'] })
export type ReportQuery = z.output<typeof reportQuery>

export const analyticsApi = endpoints({
  'GET /admin/analytics': {
    summary: 'The four figures of the platform: growth, connection success, utilisation, satisfaction.',
    access: admins,
    audited: 'nothing-personal',
    live: ['connection', 'lesson', 'user'],
    answer: ok(analyticsSchema),
    problems: [],
  },
  'GET /admin/analytics/charts': {
    summary: 'Registrations, connections and lessons over time and by governorate, of all or of one.',
    access: admins,
    audited: 'nothing-personal',
    live: ['connection', 'lesson', 'user'],
    query: z.strictObject({
      span: z.enum(['30d', '12w', '12m']).default('12w'),
      governorate: z.coerce.number().int().min(1).max(24).optional(),
    }),
    answer: ok(analyticsChartsSchema),
    problems: [],
  },
  'GET /superadmin/analytics/report': {
    summary:
      'What was taught between two days, by governorate, level or subject; no row of fewer than five learners.',
    access: ['super-admin'],
    audited: 'nothing-personal',
    live: [],
    query: reportQuery,
    answer: ok(teachingReportSchema),
    problems: [],
  },
})
