import type { Consumes } from '@darsi/kit/consumer.ts'
import type { LessonStore } from './lesson-store.ts'
import type { OfferStore } from './offer-store.ts'
import type { RatingStore } from './rating-store.ts'

type Parts = {
  lessons: LessonStore
  offers: OfferStore
  ratings: RatingStore
  users: { isErased: (id: string) => Promise<boolean> }
}

/** What analytics learn of lessons, offered hours and reviews: ids, times and figures. */
export function analyticsConsumes({ lessons, offers, ratings, users }: Parts): Consumes {
  return {
    'session.booked': lessons.project,
    'session.moved': lessons.project,
    'session.cancelled': lessons.project,
    'session.completed': lessons.project,
    'session.no-show': lessons.project,
    'review.written': ratings.keep,
    'availability.saved': async (event) => {
      if (!(await users.isErased(event.data.userId))) await offers.keep(event)
    },
  }
}
