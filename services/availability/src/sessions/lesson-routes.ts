import { messageText } from '@darsi/contracts/messages.ts'
import { sessionsApi } from '@darsi/contracts/sessions-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import { bookLessons } from './book.ts'
import { freeHours } from './free-hours.ts'
import { overviewOf } from './overview.ts'
import { reschedule } from './reschedule.ts'
import type { Sessions } from './sessions.ts'
import { createViews } from './views.ts'

export function lessonRoutes(sessions: Sessions): readonly Route[] {
  const { lessons } = sessions
  const { viewOf, viewsOf } = createViews(sessions)

  return [
    route(sessionsApi, 'POST /sessions', async ({ identity, language, body }) => {
      const booked = await bookLessons(sessions, identity.userId, body)
      const slug = booked.length > 1 ? 'session-series-booked' : 'session-booked'
      const message = messageText(slug, language, { count: String(booked.length) })
      const ordered = booked.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
      return success(await viewsOf(ordered, { identity, language }), message)
    }),
    route(sessionsApi, 'GET /sessions', async ({ identity, language, query }) => {
      const { rows, nextCursor, total } = await lessons.page({ userId: identity.userId, ...query })
      return { ...success(await viewsOf(rows, { identity, language })), nextCursor, total }
    }),
    route(sessionsApi, 'GET /sessions/overview', async ({ identity, language }) => {
      const { next, ...figures } = await overviewOf(sessions, identity)
      return success({ ...figures, next: await viewsOf(next, { identity, language }) })
    }),
    route(sessionsApi, 'GET /sessions/:id', async ({ identity, language, params }) => {
      await lessons.mine(params.id, identity.userId)
      return success(await viewOf(params.id, { identity, language }))
    }),
    route(sessionsApi, 'POST /sessions/:id/reschedule', async ({ identity, language, params, body }) => {
      const lesson = await lessons.mine(params.id, identity.userId)
      await reschedule(sessions, lesson, identity.userId, body)
      return success(await viewOf(params.id, { identity, language }), messageText('session-moved', language))
    }),
    route(sessionsApi, 'POST /sessions/:id/cancel', async ({ identity, language, params, body }) => {
      const reason = body.reason.trim()
      if (reason === '') throw problem('reason-required')
      await lessons.cancel(params.id, { by: identity.userId, reason, series: body.series })
      const message = messageText('session-cancelled', language)
      return success(await viewOf(params.id, { identity, language }), message)
    }),
    route(sessionsApi, 'POST /sessions/:id/complete', async ({ identity, language, params }) => {
      const lesson = await lessons.mine(params.id, identity.userId)
      if (lesson.teacherId !== identity.userId) throw problem('not-found')
      await lessons.complete(params.id, identity.userId)
      return success(await viewOf(params.id, { identity, language }))
    }),
    route(sessionsApi, 'POST /sessions/:id/no-show', async ({ identity, language, params, body }) => {
      await lessons.noShow(params.id, identity.userId, body.reason.trim())
      return success(await viewOf(params.id, { identity, language }))
    }),
    route(sessionsApi, 'GET /availability/teachers/:id', async ({ identity, params, query }) =>
      success(
        await freeHours(sessions, {
          teacherId: params.id,
          callerId: identity.userId,
          weeksOn: query.week,
        }),
      ),
    ),
  ]
}
