import type { PublicReview } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { fewestRatings } from '@darsi/contracts/rules/fewest.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Lesson } from '../lessons/lesson.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { publicReview, type Review, reviewId, reviewsByKey } from './review.ts'
import type { Reviews } from './review-store.ts'
import { termOf } from './term.ts'

export type ReviewQueries = ReturnType<typeof createReviewQueries>

export function createReviewQueries(reviews: Reviews) {
  return {
    /** The reviews of the terms in which these lessons are, for `reviewFor`. */
    ofLessons: async (lessons: readonly Lesson[]): Promise<ReadonlyMap<string, Review>> => {
      const unique = (keyOf: (lesson: Lesson) => string) => ({ $in: [...new Set(lessons.map(keyOf))] })
      const ofConnection = {
        connectionId: unique(({ connectionId }) => connectionId),
        term: unique(({ startsAt }) => termOf(startsAt)),
      }
      return reviewsByKey(await reviews.find({ $or: [{ _id: unique(reviewId) }, ofConnection] }).toArray())
    },

    /** Received by a teacher, or given by a learner or parent. */
    ratings: async (userId: string, isTeacher: boolean): Promise<number[]> => {
      const filter = isTeacher ? { teacherId: userId } : { by: userId }
      const found = await reviews.find(filter, { projection: { rating: 1 } }).toArray()
      return found.map(({ rating }) => rating)
    },

    count: (teacherId: string): Promise<number> => reviews.countDocuments({ teacherId }),

    /**
     * Newest first. The cursor is the id of the last review and not its time, which would tell whose lesson it was.
     * @throws problem `cursor-invalid` when it is no review of this teacher
     */
    page: async (
      teacherId: string,
      { limit, after }: { limit: number; after?: string | undefined },
    ): Promise<Review[]> => {
      const last = after === undefined ? null : await reviews.findOne({ _id: after })
      if (after !== undefined && last?.teacherId !== teacherId) throw problem('cursor-invalid')
      const older = last && { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] }
      return reviews.find({ teacherId, ...older }, { sort: { at: -1, _id: -1 }, limit }).toArray()
    },
  }
}

type Parts = { reviews: ReviewQueries; parties: PartyQueries }
type Listing = { teacherId: string; callerId: string; limit: number; cursor?: string | undefined }

/**
 * A page of a teacher's reviews.
 * @throws problem 404 when the caller may not see the teacher
 */
export async function publicReviews(
  { reviews, parties }: Parts,
  { teacherId, callerId, limit, cursor }: Listing,
): Promise<{ data: PublicReview[]; nextCursor: string | null; total: number }> {
  if (!(await parties.isVisibleTo(teacherId, callerId))) throw problem('not-found')
  const total = await reviews.count(teacherId)
  if (total < fewestRatings) return { data: [], nextCursor: null, total: 0 }
  const found = await reviews.page(teacherId, { limit: limit + 1, after: cursor })
  const rows = found.slice(0, limit)
  const authors = rows.map(({ by }) => by)
  const { connections, people } = await parties.rowsOf(rows, authors)
  const data = rows.map((review) =>
    publicReview(review, connections.get(review.connectionId), people.get(review.by)),
  )
  return { data, nextCursor: found.length > limit ? (rows.at(-1)?._id ?? null) : null, total }
}
