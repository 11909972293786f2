import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { LessonStore } from './lesson-store.ts'
import type { OfferStore } from './offer-store.ts'
import type { RatingStore } from './rating-store.ts'

export type AnalyticsEventDeps = {
  lessons: LessonStore
  offers: OfferStore
  ratings: RatingStore
  users: { isErased: (id: string) => Promise<boolean> }
}

/** The read models of lessons, offered hours and reviews: ids, times and figures. */
export function analyticsConsumes({ lessons, offers, ratings, users }: AnalyticsEventDeps): Consumes {
  return {
    'session.booked': lessons.project,
    'session.moved': lessons.project,
    'session.proposed': lessons.project,
    'session.cancelled': lessons.project,
    'session.completed': lessons.project,
    'session.no-show': lessons.project,
    'review.written': ratings.keep,
    'availability.saved': async (event) => {
      if (!(await users.isErased(event.data.userId))) await offers.keep(event)
    },
  }
}
