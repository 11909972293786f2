import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Bookings } from '../bookings/commit.ts'
import type { RequestChecks } from '../bookings/request-checks.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import type { Groups } from '../groups/group-store.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { Lessons } from '../lessons/lesson-store.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { Reports } from '../reports/report-store.ts'
import type { Reviews } from '../reviews/review-store.ts'

/** What the commands need that the demo calls. */
export type DemoParts = {
  bookings: Bookings
  groups: GroupQueries
  lessons: LessonQueries
  parties: PartyQueries
  checks: RequestChecks
  now: () => Date
}

/** What the demo searches, and where it inserts lessons of the past. */
export type DemoCollections = {
  connections: Collection<ConnectionRow>
  groups: Groups
  lessons: Lessons
  reports: Reports
  reviews: Reviews
}
