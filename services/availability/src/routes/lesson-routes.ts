import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { completeLesson, recordNoShow, recordNotHeld } from '../flows/attendance.ts'
import { cancelLesson } from '../lessons/cancel.ts'
import { changeLessonDetails } from '../lessons/change-details.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonStore } from '../lessons/lesson-store.ts'
import { lessonWords } from '../lessons/lesson-words.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { ReportQueries } from '../reports/report-queries.ts'
import type { LessonViews } from '../views/show-lesson.ts'

type Parts = {
  lessons: LessonStore & LessonQueries
  parties: PartyQueries
  reports: ReportQueries
  views: LessonViews
  meetingHosts: readonly string[]
  now: () => Date
}

export function lessonRoutes(parts: Parts): readonly Route[] {
  const { lessons, views } = parts

  return [
    route(sessionsApi, 'GET /sessions', async ({ identity, language, query }) => {
      const { rows, nextCursor, total } = await lessons.page({ userId: identity.userId, ...query })
      return { ...success(await views.many(rows, { identity, language })), nextCursor, total }
    }),
    route(sessionsApi, 'GET /sessions/overview', async ({ identity, language }) => {
      return success(await views.overview({ identity, language }))
    }),
    route(sessionsApi, 'GET /sessions/children', async ({ identity }) => {
      return success(await views.children(identity.userId))
    }),
    route(sessionsApi, 'GET /sessions/:id', async ({ identity, language, params }) => {
      await lessons.ofParty(params.id, identity.userId)
      return success(await views.one(params.id, { identity, language }))
    }),
    route(
      sessionsApi,
      'POST /sessions/:id/cancel',
      async ({ identity, language, params, body, request }) => {
        // the call's own reason: between people who blocked each other it was left out of the body
        if (String(request.body.reason).trim() === '') throw problem('reason-required')
        const reason = body.reason.trim()
        const asked = { by: identity.userId, reason, series: body.series }
        const count = await cancelLesson(parts, params.id, asked)
        const slug = count > 1 ? 'session-series-cancelled' : 'session-cancelled'
        const message = messageText(slug, language, { count })
        return success(await views.one(params.id, { identity, language }), message)
      },
      { ...lessonWords(parts), ifBlocked: 'leave-out' },
    ),
    route(
      sessionsApi,
      'POST /sessions/:id/details',
      async ({ identity, language, params, body }) => {
        await changeLessonDetails(parts, params.id, { ...body, by: identity.userId })
        const message = messageText('session-changed', language)
        return success(await views.one(params.id, { identity, language }), message)
      },
      lessonWords(parts),
    ),
    route(sessionsApi, 'POST /sessions/:id/complete', async ({ identity, language, params }) => {
      const lesson = await lessons.taughtBy(params.id, identity.userId)
      await completeLesson(parts, lesson, identity.userId)
      return success(await views.one(params.id, { identity, language }))
    }),
    route(sessionsApi, 'POST /sessions/:id/not-held', async ({ identity, language, params }) => {
      await recordNotHeld(parts, params.id, identity.userId)
      return success(await views.one(params.id, { identity, language }))
    }),
    route(
      sessionsApi,
      'POST /sessions/:id/no-show',
      async ({ identity, language, params, body }) => {
        await recordNoShow(parts, params.id, { by: identity.userId, reason: body.reason.trim() })
        return success(await views.one(params.id, { identity, language }))
      },
      { ...lessonWords(parts), ifBlocked: 'leave-out' },
    ),
  ]
}
