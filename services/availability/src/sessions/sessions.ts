import type { Outbox } from '@darsi/kit/outbox.ts'
import type { GridStore } from '../grid-store.ts'
import { type Bookings, createBookings } from './bookings.ts'
import { type CalendarKeys, createCalendarKeys } from './calendar-key.ts'
import { createLessonStore, type LessonStore } from './lesson-store.ts'
import type { SessionModels } from './models.ts'
import { createPartyStore, type PartyStore } from './parties.ts'
import { createReportStore, type ReportStore } from './reports.ts'
import { createReviewStore, type ReviewStore } from './reviews.ts'

export type Sessions = {
  models: SessionModels
  outbox: Outbox
  grids: Pick<GridStore, 'find'>
  parties: PartyStore
  lessons: LessonStore
  bookings: Bookings
  reviews: ReviewStore
  reports: ReportStore
  calendars: CalendarKeys
  now: () => Date
}
type Parts = Pick<Sessions, 'models' | 'outbox' | 'grids' | 'now'> & { eventKey: string }

/** Everything about lessons, on the models of one database. */
export function createSessions({ models, outbox, grids, now, eventKey }: Parts): Sessions {
  const parties = createPartyStore(models)
  const lessons: LessonStore = createLessonStore({
    models,
    outbox,
    parties,
    now,
    release: (lessonId) => bookings.release(lessonId),
  })
  const bookings: Bookings = createBookings({
    models,
    outbox,
    parties,
    now,
    keepTo: (connection) => lessons.keepTo(connection),
  })
  const reviews = createReviewStore({ models, outbox, parties, now })
  const reports = createReportStore({ models, outbox, parties, now, reported: lessons.reported })
  const calendars = createCalendarKeys(models, eventKey)
  return { models, outbox, grids, parties, lessons, bookings, reviews, reports, calendars, now }
}
