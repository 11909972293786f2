import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'

type Rating = { _id: string; rating: number }

/** Stars of reviews, without who gave them. */
export function ratingStore(connection: Connection) {
  const schema = new Schema(
    { _id: { type: String, required: true }, rating: Number, ...projectionFields },
    { versionKey: false, minimize: false },
  )
  const model = connection.model<Rating>('rating', schema)
  return {
    model,
    keep: async (event: DarsiEvent<'review.written'>): Promise<void> => {
      const { reviewId, rating } = event.data
      await project(model as never, reviewId, event, { $set: { rating } })
    },
    mean: async (): Promise<{ reviews: number; mean: number }> => {
      const [found] = await model.collection
        .aggregate([{ $group: { _id: null, reviews: { $sum: 1 }, sum: { $sum: '$rating' } } }])
        .toArray()
      const reviews = Number(found?.['reviews'] ?? 0)
      return { reviews, mean: reviews === 0 ? 0 : Number(found?.['sum']) / reviews }
    },
  }
}

export type RatingStore = ReturnType<typeof ratingStore>
