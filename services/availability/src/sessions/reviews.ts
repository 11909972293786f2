import { createHash } from 'node:crypto'
import { inserted } from '@darsi/kit/mongo.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Lesson } from './lesson.ts'
import type { ReviewDocument, SessionModels } from './models.ts'
import type { PartyStore } from './parties.ts'
import { pairOf, peopleOf } from './session-event.ts'
import { termOf } from './term.ts'

/** What a learner or a parent says of a teacher; `_id` names pair and school term, so there is one. */
export type Review = {
  _id: string
  sessionId: string
  connectionId: string
  teacherId: string
  studentId: string | null
  childId: string | null
  term: string
  rating: number
  comment: string
  by: string
  at: Date
  answer: string
  answeredAt: Date | null
}
export type ReviewStore = ReturnType<typeof createReviewStore>
type Parts = { models: SessionModels; outbox: Outbox; parties: PartyStore; now: () => Date }

/** Below that a mean would show who said what. */
export const shownFrom = 3

export function reviewId({ teacherId, studentId, childId, startsAt }: Lesson): string {
  const pair = [teacherId, childId ?? studentId, termOf(startsAt)].join(' ')
  return createHash('sha256').update(pair).digest('hex').slice(0, 32)
}

export function createReviewStore({ models: { reviews }, outbox, parties, now }: Parts) {
  const one = (lesson: Lesson) => reviews.findById(reviewId(lesson)).lean<ReviewDocument>()
  return {
    /** By their ids: those of the terms that these lessons lie in. */
    of: async (lessons: readonly Lesson[]): Promise<Map<string, Review>> => {
      const ids = [...new Set(lessons.map(reviewId))]
      // `as`: the schema of the model
      const found = (await reviews.collection
        .find({ _id: { $in: ids } } as never)
        .toArray()) as unknown as Review[]
      return new Map(found.map((review) => [review._id, review]))
    },

    write: async (lesson: Lesson, by: string, { rating, comment }: { rating: number; comment: string }) => {
      if (lesson.status !== 'completed') throw problem('session-state')
      const known = await parties.of(lesson.connectionId)
      const at = now()
      const { _id: sessionId, connectionId, teacherId, studentId, childId, startsAt } = lesson
      const term = termOf(startsAt)
      const _id = reviewId(lesson)
      const whose = { sessionId, connectionId, teacherId, studentId, childId, term }
      const review = { _id, ...whose, rating, comment: comment.trim(), by, at, answer: '', answeredAt: null }
      const data = { ...pairOf(lesson, known), reviewId: _id, term, rating, by, at: at.toISOString() }
      const event = { type: 'review.written', data, personal: peopleOf(known) } as const
      if (!(await inserted(outbox.insert(reviews, review, event)))) throw problem('review-exists')
    },

    answer: async (lesson: Lesson, by: string, answer: string) => {
      const known = await parties.of(lesson.connectionId)
      const at = now()
      const written = await one(lesson)
      if (!written || written.sessionId !== lesson._id) throw problem('session-state')
      await outbox.update(reviews, written._id, (review) => {
        if (review.answeredAt) throw problem('session-state')
        const data = { ...pairOf(lesson, known), reviewId: review._id, by, at: at.toISOString() }
        return {
          update: { $set: { answer: answer.trim(), answeredAt: at } },
          event: { type: 'review.answered', data, personal: peopleOf(known) },
        }
      })
    },

    /** Received by a teacher, or given by a learner or parent. */
    ratings: async (userId: string, isTeacher: boolean): Promise<number[]> => {
      const filter = isTeacher ? { teacherId: userId } : { by: userId }
      const options = { projection: { rating: 1 } }
      // `as`: the projection
      const found = (await reviews.collection.find(filter as never, options).toArray()) as unknown as {
        rating: number
      }[]
      return found.map(({ rating }) => rating)
    },

    count: (teacherId: string): Promise<number> => reviews.collection.countDocuments({ teacherId } as never),

    /**
     * Received by a teacher, newest first, `after` the last of the page before.
     * @throws problem for an `after` that is none of theirs
     */
    page: async (
      teacherId: string,
      { limit, after }: { limit: number; after?: string | undefined },
    ): Promise<Review[]> => {
      const last = after === undefined ? null : await reviews.findById(after).lean<Review>()
      if (after !== undefined && last?.teacherId !== teacherId) throw problem('cursor-invalid')
      const older = last && { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] }
      const options = { sort: { at: -1, _id: -1 }, limit } as const
      // `as`: the schema of the model
      return (await reviews.collection
        .find({ teacherId, ...older } as never, options)
        .toArray()) as unknown as Review[]
    },

    /** The stars stay, so that a teacher keeps them; what was written and by whom goes. */
    erase: async (userId: string): Promise<void> => {
      await reviews.collection.updateMany(
        { $or: [{ by: userId }, { studentId: userId }] } as never,
        { $set: { by: '', studentId: null, comment: '' } } as never,
      )
      await reviews.collection.updateMany({ teacherId: userId } as never, { $set: { answer: '' } } as never)
    },
  }
}
