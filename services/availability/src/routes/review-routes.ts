import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { lessonWords } from '../lessons/lesson-words.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { publicReviews, type ReviewQueries } from '../reviews/review-queries.ts'
import type { ReviewStore } from '../reviews/review-store.ts'
import type { LessonViews } from '../views/show-lesson.ts'

type Parts = {
  lessons: LessonQueries
  reviews: ReviewStore & ReviewQueries
  parties: PartyQueries
  views: LessonViews
}

export function reviewRoutes(parts: Parts): readonly Route[] {
  const { lessons, reviews, views } = parts

  return [
    route(sessionsApi, 'POST /sessions/:id/review', async ({ identity, language, params, body }) => {
      const lesson = await lessons.ofParty(params.id, identity.userId)
      await reviews.write(lesson, identity.userId, body)
      return success(await views.one(params.id, { identity, language }))
    }),
    route(
      sessionsApi,
      'POST /sessions/:id/review-answer',
      async ({ identity, language, params, body }) => {
        const lesson = await lessons.taughtBy(params.id, identity.userId)
        await reviews.answer(lesson, identity.userId, body.answer)
        return success(await views.one(params.id, { identity, language }))
      },
      // the review itself has none: a block must not keep a teacher from being reviewed
      lessonWords(parts),
    ),
    route(sessionsApi, 'GET /teachers/:id/reviews', async ({ identity, params, query }) => {
      const listing = { teacherId: params.id, callerId: identity.userId, ...query }
      return { success: true as const, ...(await publicReviews(parts, listing)) }
    }),
  ]
}
