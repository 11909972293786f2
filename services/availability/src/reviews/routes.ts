import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { lessonTaughtBy, showLesson } from '../lessons/show-lesson.ts'
import type { Parts } from '../parts.ts'
import { publicReviews } from './review-queries.ts'

export function reviewRoutes(parts: Parts): readonly Route[] {
  const { lessonQueries, reviews } = parts

  return [
    route(sessionsApi, 'POST /sessions/:id/review', async ({ identity, language, params, body }) => {
      const lesson = await lessonQueries.ofParty(params.id, identity.userId)
      await reviews.write(lesson, identity.userId, body)
      return success(await showLesson(parts, params.id, { identity, language }))
    }),
    route(sessionsApi, 'POST /sessions/:id/review-answer', async ({ identity, language, params, body }) => {
      const lesson = await lessonTaughtBy(parts, params.id, identity.userId)
      await reviews.answer(lesson, identity.userId, body.answer)
      return success(await showLesson(parts, params.id, { identity, language }))
    }),
    route(sessionsApi, 'GET /teachers/:id/reviews', async ({ identity, params, query }) => {
      const listing = { teacherId: params.id, callerId: identity.userId, ...query }
      return { success: true as const, ...(await publicReviews(parts, listing)) }
    }),
  ]
}
