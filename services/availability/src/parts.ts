import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Connection } from 'mongoose'
import { bookingCollection, createBookingStore } from './bookings/booking-store.ts'
import { claimCollection, createClaimStore } from './bookings/claim-store.ts'
import { attemptCollection } from './bookings/over-long-attempt.ts'
import { createFeedStore, feedCollection } from './calendar/feed-store.ts'
import { createFeedTokens } from './calendar/feed-token.ts'
import { createGridStore, gridCollection } from './grid/grid-store.ts'
import { createGroupQueries } from './groups/group-queries.ts'
import { createGroupStore, groupCollection } from './groups/group-store.ts'
import { createLessonQueries } from './lessons/lesson-queries.ts'
import { createLessonStore, lessonCollection } from './lessons/lesson-store.ts'
import { createPartyQueries } from './parties/party-queries.ts'
import { createPartyStore, partyCollections } from './parties/party-store.ts'
import { createPeriodStore, periodCollection } from './periods/period-store.ts'
import { createReportQueries } from './reports/report-queries.ts'
import { createReportStore, reportCollection } from './reports/report-store.ts'
import { createReviewQueries } from './reviews/review-queries.ts'
import { createReviewStore, reviewCollection } from './reviews/review-store.ts'

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
  feedKey: string
  /** Address of the site: without another link, online lessons are held there. */
  publicUrl: string
  /** Hosts that a meeting link may lead to. */
  meetingHosts: readonly string[]
}

/** Everything on one database, the same for the service and its tests. */
export function createParts({
  connection,
  collections,
  outbox,
  now,
  feedKey,
  publicUrl,
  meetingHosts,
}: Options) {
  const partyQueries = createPartyQueries(collections)
  const claims = createClaimStore(collections.claims)
  const common = { partyQueries, outbox, now, publicUrl }
  const lessons = createLessonStore({ ...common, lessons: collections.lessons, claims })
  const feedTokens = createFeedTokens(feedKey)
  return {
    ...common,
    connection,
    collections,
    meetingHosts,
    feedTokens,
    lessons,
    claims,
    grids: createGridStore(collections.grids, outbox),
    periods: createPeriodStore(collections.periods, outbox),
    parties: createPartyStore(collections),
    bookings: createBookingStore(collections.bookings),
    attempts: collections.attempts,
    reviews: createReviewStore({ ...common, reviews: collections.reviews }),
    reports: createReportStore({ ...common, reports: collections.reports, lessons }),
    feeds: createFeedStore(collections.feeds, feedTokens),
    groups: createGroupStore({ ...common, groups: collections.groups }),
    groupQueries: createGroupQueries(collections.groups, now),
    lessonQueries: createLessonQueries(collections.lessons, now),
    reviewQueries: createReviewQueries(collections.reviews),
    reportQueries: createReportQueries(collections.reports),
  }
}

/** The collections whose events the relay publishes. */
export function outboxed({ grids, lessons, groups, reviews, reports, attempts, periods }: Collections) {
  return [grids, lessons, groups, reviews, reports, attempts, periods] as const
}
