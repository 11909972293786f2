import {
  type Analytics,
  type AnalyticsCharts,
  type AnalyticsSpan,
  fewestSamples,
} from '@darsi/contracts/analytics-api.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import { addDays, instantOf, mondayOf } from '@darsi/contracts/tunis-time.ts'
import { cached } from '../cached.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { visible } from '../plain-users.ts'
import type { Statistics } from '../statistics.ts'
import type { UserStore } from '../user-store.ts'
import { dayCounts, valueCounts } from './day-counts.ts'
import type { LessonStore } from './lesson-store.ts'
import type { OfferStore } from './offer-store.ts'
import { type Periods, periodsOf } from './periods.ts'
import type { RatingStore } from './rating-store.ts'
import { linesOf, masked, percent } from './series.ts'

type Deps = {
  users: UserStore
  connections: ConnectionStore
  lessons: LessonStore
  offers: OfferStore
  ratings: RatingStore
  statistics: Pick<Statistics, 'growth'>
  now?: () => Date
}

const keptMs = 5_000
const learnerRoles = ['student', 'teacher', 'parent'] as const
const decided = ['requested', 'approved', 'declined'] as const
const lessonKinds = ['booked', 'completed', 'cancelled'] as const
const mostSubjects = 8

export type AnalyticsReader = ReturnType<typeof createAnalytics>

/** product.md §6, counted from the read models; everybody who asks within five seconds gets one counting. */
export function createAnalytics({ now = () => new Date(), ...stores }: Deps) {
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
  }
}

type Stores = Omit<Deps, 'now'>

async function figures(stores: Stores, now: Date): Promise<Analytics> {
  const { users, connections, lessons, offers, ratings, statistics } = stores
  const thisWeek = mondayOf(now)
  const mondays = [-21, -14, -7, 0].map((days) => addDays(thisWeek, days))
  const [growth, success, approved, { reviews, mean }] = await Promise.all([
    statistics.growth(now),
    connections.success(),
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
  { users, connections, lessons }: Stores,
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
    dayCounts(connections.model, { at, kind: 'none', match }).then((counts) =>
      counts.map((each) => ({ ...each, kind })),
    )
  const lessonDays = (kind: string, status: object) =>
    dayCounts(lessons.model, {
      at: 'startsAt',
      kind: 'none',
      match: { startsAt: between, status, ...byTeacher },
    }).then((counts) => counts.map((each) => ({ ...each, kind })))

  const [registrations, asked, approved, declined, booked, completed, cancelled, subjects, places] =
    await Promise.all([
      dayCounts(users.model, { at: 'createdAt', kind: 'role', match: registered }),
      connectionDays('requestedAt', 'requested', requested),
      connectionDays('approvedAt', 'approved', { approvedAt: between, ...byTeacher }),
      connectionDays('declinedAt', 'declined', { declinedAt: between, ...byTeacher }),
      lessonDays('booked', { $ne: 'cancelled' }),
      lessonDays('completed', { $in: ['completed'] }),
      lessonDays('cancelled', { $in: ['cancelled'] }),
      valueCounts(connections.model, 'subject', requested),
      placesOf({ users, connections, lessons }, between, governorateOf),
    ])
  return {
    step: periods.step,
    governorateId,
    from: periods.from,
    registrations: linesOf(learnerRoles, registrations, periods),
    connections: linesOf(decided, [...asked, ...approved, ...declined], periods, ['requested']),
    // booked are those that were not cancelled, held ones among them
    lessons: linesOf(lessonKinds, [...booked, ...completed, ...cancelled], periods, ['booked', 'cancelled']),
    places,
    subjects: [...subjects]
      .map(([subject, requests]) => ({ subject, requests }))
      .filter(({ requests }) => requests >= fewestSamples)
      .sort((one, other) => other.requests - one.requests)
      .slice(0, mostSubjects),
  }
}

/** The same time by governorate: accounts by their own, connections and lessons by the teacher's. */
async function placesOf(
  { users, connections, lessons }: Pick<Stores, 'users' | 'connections' | 'lessons'>,
  between: object,
  governorateOf: ReadonlyMap<string, number | null>,
): Promise<AnalyticsCharts['places']> {
  const [accounts, requests, held] = await Promise.all([
    valueCounts(users.model, 'governorateId', {
      ...visible,
      createdAt: between,
      role: { $in: learnerRoles },
    }),
    valueCounts(connections.model, 'teacherId', { requestedAt: between }),
    valueCounts(lessons.model, 'teacherId', { startsAt: between, status: { $ne: 'cancelled' } }),
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
