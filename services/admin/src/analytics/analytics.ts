import type {
  Analytics,
  AnalyticsCharts,
  AnalyticsSpan,
  ReportQuery,
} from '@darsi/contracts/calls/admin/analytics-api.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { addDays, instantOf, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { fewestSamples } from '@darsi/contracts/rules/fewest.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { visible } from '../people/user-row.ts'
import { cached } from '../statistics/cached.ts'
import { masked, type Statistics } from '../statistics/statistics.ts'
import type { UserStore } from '../users/user-store.ts'
import { dayCounts, valueCounts } from './day-counts.ts'
import type { LessonStore } from './lesson-store.ts'
import type { OfferStore } from './offer-store.ts'
import { type Periods, periodsOf } from './periods.ts'
import type { RatingStore } from './rating-store.ts'
import { linesOf, percent } from './series.ts'
import { teachingReport } from './teaching-report.ts'

type FigureStores = {
  users: UserStore
  connectionQueries: Pick<ConnectionQueries, 'success'>
  lessons: LessonStore
  offers: OfferStore
  ratings: RatingStore
  statistics: Pick<Statistics, 'growth'>
}
type ChartStores = {
  users: UserStore
  connections: Pick<ConnectionStore, 'collection'>
  lessons: LessonStore
}

const keptMs = 5_000
const learnerRoles = ['student', 'teacher', 'parent'] as const
const decided = ['requested', 'approved', 'declined'] as const
const lessonKinds = ['booked', 'completed', 'cancelled'] as const
const mostSubjects = 8

export type AnalyticsReader = ReturnType<typeof createAnalytics>

/** product.md §6, computed from the read models; a result is cached for five seconds. */
export function createAnalytics(stores: FigureStores & ChartStores, now: () => Date) {
  const charts = new Map<string, () => Promise<AnalyticsCharts>>()
  return {
    figures: cached(keptMs, () => figures(stores, now())),
    charts: (span: AnalyticsSpan, governorateId: number | null): Promise<AnalyticsCharts> => {
      const key = `${span}.${governorateId}`
      const known =
        charts.get(key) ?? cached(keptMs, () => chartsOf(stores, periodsOf(span, now()), governorateId))
      charts.set(key, known)
      return known()
    },
    report: (query: ReportQuery) => teachingReport(stores, query),
  }
}

async function figures(stores: FigureStores, now: Date): Promise<Analytics> {
  const { users, connectionQueries, lessons, offers, ratings, statistics } = stores
  const thisWeek = mondayOf(now)
  const mondays = [-21, -14, -7, 0].map((days) => addDays(thisWeek, days))
  const [growth, success, approved, { reviews, mean }] = await Promise.all([
    statistics.growth(now),
    connectionQueries.success(),
    users.teachers(),
    ratings.mean(),
  ])
  const teachers = new Set(approved.keys())
  const [booked, offered] = await Promise.all([
    lessons.hours(teachers, instantOf(mondays[0] ?? thisWeek, 0), instantOf(addDays(thisWeek, 7), 0)),
    offers.hours(teachers, mondays),
  ])
  return {
    growth: { ...growth, percent: percent(growth.current - growth.previous, growth.previous) },
    connectionSuccess: { ...success, percent: percent(success.approved, success.decided) },
    utilisation: { booked, offered, percent: percent(Math.min(booked, offered), offered) },
    satisfaction: { reviews, mean: reviews < fewestSamples ? null : Math.round(mean * 10) / 10 },
  }
}

async function chartsOf(
  { users, connections, lessons }: ChartStores,
  periods: Periods,
  governorateId: number | null,
): Promise<AnalyticsCharts> {
  const between = { $gte: periods.since, $lt: periods.until }
  const governorateOf = await users.teachers(false)
  const ofPlace = [...governorateOf].flatMap(([id, place]) => (place === governorateId ? [id] : []))
  const byTeacher = governorateId === null ? {} : { teacherId: { $in: ofPlace } }
  const registered = {
    ...visible,
    createdAt: between,
    role: { $in: learnerRoles },
    ...(governorateId !== null && { governorateId }),
  }
  const requested = { requestedAt: between, ...byTeacher }
  const connectionDays = (at: string, kind: string, match: object) =>
    dayCounts(connections.collection, { at, kind: 'none', match }).then((counts) =>
      counts.map((each) => ({ ...each, kind })),
    )
  const lessonDays = (kind: string, status: object) =>
    dayCounts(lessons.collection, {
      at: 'startsAt',
      kind: 'none',
      match: { startsAt: between, status, ...byTeacher },
    }).then((counts) => counts.map((each) => ({ ...each, kind })))

  const [registrations, asked, approved, declined, booked, completed, cancelled, subjects, places] =
    await Promise.all([
      dayCounts(users.collection, { at: 'createdAt', kind: 'role', match: registered }),
      connectionDays('requestedAt', 'requested', requested),
      connectionDays('approvedAt', 'approved', { approvedAt: between, ...byTeacher }),
      connectionDays('declinedAt', 'declined', { declinedAt: between, ...byTeacher }),
      lessonDays('booked', { $ne: 'cancelled' }),
      lessonDays('completed', { $in: ['completed'] }),
      lessonDays('cancelled', { $in: ['cancelled'] }),
      valueCounts(connections.collection, 'subject', requested),
      placesOf({ users, connections, lessons }, between, governorateOf),
    ])
  return {
    step: periods.step,
    governorateId,
    from: periods.from,
    registrations: linesOf(learnerRoles, registrations, periods),
    connections: linesOf(decided, [...asked, ...approved, ...declined], periods, ['requested']),
    // `booked` counts all that were not cancelled, completed ones included
    lessons: linesOf(lessonKinds, [...booked, ...completed, ...cancelled], periods, ['booked', 'cancelled']),
    places,
    subjects: [...subjects]
      .map(([subject, requests]) => ({ subject, requests }))
      .filter(({ requests }) => requests >= fewestSamples)
      .sort((one, other) => other.requests - one.requests)
      .slice(0, mostSubjects),
  }
}

/** Counts by governorate: accounts by their own, connections and lessons by the teacher's. */
async function placesOf(
  { users, connections, lessons }: ChartStores,
  between: object,
  governorateOf: ReadonlyMap<string, number | null>,
): Promise<AnalyticsCharts['places']> {
  const [accounts, requests, held] = await Promise.all([
    valueCounts(users.collection, 'governorateId', {
      ...visible,
      createdAt: between,
      role: { $in: learnerRoles },
    }),
    valueCounts(connections.collection, 'teacherId', { requestedAt: between }),
    valueCounts(lessons.collection, 'teacherId', { startsAt: between, status: { $ne: 'cancelled' } }),
  ])
  const summed = (counts: ReadonlyMap<string, number>) => {
    const sums = new Map<number, number>()
    for (const [teacherId, count] of counts) {
      const place = governorateOf.get(teacherId)
      if (place) sums.set(place, (sums.get(place) ?? 0) + count)
    }
    return sums
  }
  const [requestsAt, heldAt] = [summed(requests), summed(held)]
  return governorates.map(({ id }) => ({
    governorateId: id,
    registrations: masked(accounts.get(String(id)) ?? 0),
    connections: masked(requestsAt.get(id) ?? 0),
    lessons: masked(heldAt.get(id) ?? 0),
  }))
}
