import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { Lesson } from '../lessons/lesson.ts'
import { refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { answerReview, type Review, type ReviewText, reviewId, reviewOf, writtenEvent } from './review.ts'

export type Reviews = Collection<Review & Outboxed>

export const reviewCollection = (database: Database): Reviews =>
  collection<Review & Outboxed>(database, 'reviews', [
    { key: { teacherId: 1, at: -1 } },
    { key: { by: 1, at: -1 } },
    { key: { studentId: 1 } },
    { key: { connectionId: 1, term: 1 } },
    outboxIndex,
  ])

export type ReviewStore = ReturnType<typeof createReviewStore>
type Parts = { reviews: Reviews; parties: PartyQueries; outbox: Outbox; now: () => Date }

export function createReviewStore({ reviews, parties, outbox, now }: Parts) {
  return {
    /** @throws problem `session-state`, `connection-paused`, `review-exists`, `review-unattended` */
    write: async (lesson: Lesson, by: string, text: ReviewText): Promise<void> => {
      const named = await parties.of(lesson.connectionId)
      const review = reviewOf(lesson, { ...text, by, at: now() })
      refusePaused(named?.connection)
      // the id of the pair changes when the learner comes of age
      const { connectionId, term } = review
      if ((await reviews.countDocuments({ connectionId, term })) > 0) throw problem('review-exists')
      if (!(await inserted(outbox.insert(reviews, review, writtenEvent(review, named)))))
        throw problem('review-exists')
    },

    /** @throws problem `connection-paused`, `session-state` */
    answer: async (lesson: Lesson, by: string, answer: string): Promise<void> => {
      const named = await parties.of(lesson.connectionId)
      refusePaused(named?.connection)
      const at = now()
      const review = await reviews.findOne({ _id: reviewId(lesson) })
      // the review of the term may have been written after another lesson
      if (review?.sessionId !== lesson._id) throw problem('session-state')
      await outbox.update(reviews, review._id, (current) =>
        answerReview(current, { answer, by, at }, { lesson, parties: named }),
      )
    },

    /** Ratings stay, because they are part of the teacher's mean; texts and authors are erased. */
    erase: async (userId: string): Promise<void> => {
      await reviews.updateMany(
        { $or: [{ by: userId }, { studentId: userId }] },
        { $set: { by: '', studentId: null, comment: '' } },
      )
      await reviews.updateMany({ teacherId: userId }, { $set: { answer: '' } })
    },
  }
}
