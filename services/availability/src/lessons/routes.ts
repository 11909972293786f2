import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { Parts } from '../parts.ts'
import { completeLesson, recordNoShow } from './attendance.ts'
import { cancelLesson } from './cancel.ts'
import { changeLessonDetails } from './change-details.ts'
import { childFigures } from './child-figures.ts'
import { overviewOf } from './overview.ts'
import { lessonTaughtBy, reachesMinor, showLesson, showLessons } from './show-lesson.ts'

export function lessonRoutes(parts: Parts): readonly Route[] {
  const { lessonQueries, reportQueries, now } = parts

  return [
    route(sessionsApi, 'GET /sessions', async ({ identity, language, query }) => {
      const { rows, nextCursor, total } = await lessonQueries.page({ userId: identity.userId, ...query })
      return { ...success(await showLessons(parts, rows, { identity, language })), nextCursor, total }
    }),
    route(sessionsApi, 'GET /sessions/overview', async ({ identity, language }) => {
      const { next, ...figures } = await overviewOf(parts, identity)
      return success({ ...figures, next: await showLessons(parts, next, { identity, language }) })
    }),
    route(sessionsApi, 'GET /sessions/children', async ({ identity }) => {
      const [lessons, reports] = await Promise.all([
        lessonQueries.ofChildren(identity.userId),
        reportQueries.ofChildren(identity.userId),
      ])
      return success(childFigures(lessons, reports, now()))
    }),
    route(sessionsApi, 'GET /sessions/:id', async ({ identity, language, params }) => {
      await lessonQueries.ofParty(params.id, identity.userId)
      return success(await showLesson(parts, params.id, { identity, language }))
    }),
    route(
      sessionsApi,
      'POST /sessions/:id/cancel',
      async ({ identity, language, params, body }) => {
        const reason = body.reason.trim()
        if (reason === '') throw problem('reason-required')
        await cancelLesson(parts, params.id, { by: identity.userId, reason, series: body.series })
        const message = messageText('session-cancelled', language)
        return success(await showLesson(parts, params.id, { identity, language }), message)
      },
      (request) => reachesMinor(parts, request),
    ),
    route(
      sessionsApi,
      'POST /sessions/:id/details',
      async ({ identity, language, params, body }) => {
        await changeLessonDetails(parts, params.id, { ...body, by: identity.userId })
        const message = messageText('session-changed', language)
        return success(await showLesson(parts, params.id, { identity, language }), message)
      },
      (request) => reachesMinor(parts, request),
    ),
    route(sessionsApi, 'POST /sessions/:id/complete', async ({ identity, language, params }) => {
      const lesson = await lessonTaughtBy(parts, params.id, identity.userId)
      await completeLesson(parts, lesson, identity.userId)
      return success(await showLesson(parts, params.id, { identity, language }))
    }),
    route(
      sessionsApi,
      'POST /sessions/:id/no-show',
      async ({ identity, language, params, body }) => {
        await recordNoShow(parts, params.id, { by: identity.userId, reason: body.reason.trim() })
        return success(await showLesson(parts, params.id, { identity, language }))
      },
      (request) => reachesMinor(parts, request),
    ),
  ]
}
