import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

type Rating = { _id: string; rating: number }

/** Stars of reviews, without their authors. */
export function createRatingStore(connection: Connection) {
  const ratings = collection<Rating>(connection, 'ratings')
  return {
    keep: async (event: DarsiEvent<'review.written'>): Promise<void> => {
      const { reviewId, rating } = event.data
      await project(ratings, reviewId, event, { $set: { rating } })
    },
    mean: async (): Promise<{ reviews: number; mean: number }> => {
      const [found] = await ratings
        .aggregate<{ reviews: number; sum: number }>([
          { $group: { _id: null, reviews: { $sum: 1 }, sum: { $sum: '$rating' } } },
        ])
        .toArray()
      return found ? { reviews: found.reviews, mean: found.sum / found.reviews } : { reviews: 0, mean: 0 }
    },
  }
}

export type RatingStore = ReturnType<typeof createRatingStore>
