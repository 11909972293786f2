import { messageText } from '@darsi/contracts/messages.ts'
import { filePrefix } from '@darsi/contracts/product.ts'
import { sessionsApi } from '@darsi/contracts/sessions-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import { reportPdf } from './pdf/report-pdf.ts'
import { publicReviews } from './public-reviews.ts'
import type { Sessions } from './sessions.ts'
import { createViews } from './views.ts'

/** What comes after a lesson: review, answer, progress report. */
export function afterRoutes(sessions: Sessions): readonly Route[] {
  const { lessons, reviews, reports } = sessions
  const { viewOf, reportsOf } = createViews(sessions)
  const taught = async (id: string, teacherId: string) => {
    const lesson = await lessons.mine(id, teacherId)
    if (lesson.teacherId !== teacherId) throw problem('not-found')
    return lesson
  }
  const reportOf = async (id: string, userId: string) => {
    const [view] = await reportsOf([await reports.mine(id, userId)], userId)
    if (!view) throw problem('not-found')
    return view
  }

  return [
    route(sessionsApi, 'POST /sessions/:id/review', async ({ identity, language, params, body }) => {
      const lesson = await lessons.mine(params.id, identity.userId)
      await reviews.write(lesson, identity.userId, body)
      return success(await viewOf(params.id, { identity, language }))
    }),
    route(sessionsApi, 'POST /sessions/:id/review-answer', async ({ identity, language, params, body }) => {
      await reviews.answer(await taught(params.id, identity.userId), identity.userId, body.answer)
      return success(await viewOf(params.id, { identity, language }))
    }),
    route(sessionsApi, 'GET /teachers/:id/reviews', async ({ identity, params, query }) => {
      const asked = { teacherId: params.id, callerId: identity.userId, ...query }
      return { success: true as const, ...(await publicReviews(sessions, asked)) }
    }),
    route(sessionsApi, 'POST /sessions/:id/report', async ({ identity, language, params, body }) => {
      await reports.write(await taught(params.id, identity.userId), body)
      const message = messageText('report-written', language)
      return success(await viewOf(params.id, { identity, language }), message)
    }),
    route(sessionsApi, 'GET /reports', async ({ identity, query }) => {
      const { rows, nextCursor, total } = await reports.page({ userId: identity.userId, ...query })
      return { ...success(await reportsOf(rows, identity.userId)), nextCursor, total }
    }),
    route(sessionsApi, 'GET /reports/:id/report.pdf', async ({ identity, language, params, response }) => {
      const report = await reportOf(params.id, identity.userId)
      const paper = await reportPdf(report, language)
      response
        .set('Cache-Control', 'private, no-store')
        .set('Content-Disposition', `inline; filename="${filePrefix}-report-${report.date}.pdf"`)
        .type('application/pdf')
        .send(paper)
      return undefined
    }),
    route(sessionsApi, 'POST /reports/:id/read', async ({ identity, params }) => {
      await reports.mine(params.id, identity.userId)
      await reports.read(params.id, identity.userId)
      return success(await reportOf(params.id, identity.userId))
    }),
  ]
}
