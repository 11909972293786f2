import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Connection } from 'mongoose'
import { bookingCollection, createBookingStore } from './bookings/booking-store.ts'
import { createBookings } from './bookings/commit.ts'
import { attemptCollection } from './bookings/over-long-attempt.ts'
import { createRequestChecks } from './bookings/request-checks.ts'
import { createFeedStore, feedCollection } from './calendar/feed-store.ts'
import { createGridStore, gridCollection } from './grid/grid-store.ts'
import { createGroupQueries } from './groups/group-queries.ts'
import { createGroupStore, groupCollection } from './groups/group-store.ts'
import { claimCollection, createClaimStore } from './hours/claim-store.ts'
import { createLessonQueries } from './lessons/lesson-queries.ts'
import { createLessonStore, lessonCollection } from './lessons/lesson-store.ts'
import { createPartyQueries } from './parties/party-queries.ts'
import { createPartyStore, partyCollections } from './parties/party-store.ts'
import { createPeriodStore, periodCollection } from './periods/period-store.ts'
import { createReportQueries } from './reports/report-queries.ts'
import { createReportStore, reportCollection } from './reports/report-store.ts'
import { createReviewQueries } from './reviews/review-queries.ts'
import { createReviewStore, reviewCollection } from './reviews/review-store.ts'
import { createLessonViews } from './views/show-lesson.ts'

export type Collections = ReturnType<typeof createCollections>
export type Parts = ReturnType<typeof createParts>

export function createCollections(database: Connection) {
  return {
    grids: gridCollection(database),
    lessons: lessonCollection(database),
    groups: groupCollection(database),
    claims: claimCollection(database),
    bookings: bookingCollection(database),
    attempts: attemptCollection(database),
    ...partyCollections(database),
    reviews: reviewCollection(database),
    reports: reportCollection(database),
    feeds: feedCollection(database),
    periods: periodCollection(database),
  }
}

type Options = {
  connection: Connection
  collections: Collections
  outbox: Outbox
  now: () => Date
  /** Of the addresses of calendar feeds. */
  feedSealer: Sealer
  /** Address of the site: without another link, online lessons are held there. */
  publicUrl: string
  /** Hosts that a meeting link may lead to. */
  meetingHosts: readonly string[]
}

/** Everything on one database, the same for the service and its tests. */
export function createParts({ feedSealer, ...options }: Options) {
  const { collections, outbox, now } = options
  const parties = { ...createPartyStore(collections), ...createPartyQueries(collections) }
  const claims = createClaimStore(collections.claims)
  const common = { ...options, parties, claims }
  const lessons = {
    ...createLessonStore({ ...common, lessons: collections.lessons }),
    ...createLessonQueries(collections.lessons, now),
  }
  const groups = {
    ...createGroupStore({ ...common, groups: collections.groups }),
    ...createGroupQueries(collections.groups, now),
  }
  const reviews = {
    ...createReviewStore({ ...common, reviews: collections.reviews }),
    ...createReviewQueries(collections.reviews),
  }
  const reports = {
    ...createReportStore({ ...common, lessons, reports: collections.reports }),
    ...createReportQueries(collections.reports),
  }
  const grids = createGridStore(collections.grids, outbox)
  const periods = createPeriodStore(collections.periods, outbox)
  const bookingStore = createBookingStore(collections.bookings)
  return {
    ...common,
    ...{ lessons, groups, reviews, reports, grids, periods, bookingStore },
    bookings: createBookings({ lessons, groups, parties, claims, now, bookings: bookingStore }),
    checks: createRequestChecks({ ...common, grids, periods, attempts: collections.attempts }),
    feeds: createFeedStore(collections.feeds, feedSealer),
    views: createLessonViews({ ...common, lessons, reviews, reports }),
  }
}

/** The collections whose events the relay publishes. */
export function outboxed({ grids, lessons, groups, reviews, reports, attempts, periods }: Collections) {
  return [grids, lessons, groups, reviews, reports, attempts, periods] as const
}
