import { type ProgressReport, sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { filePrefix } from '@darsi/contracts/texts/product.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { lessonTaughtBy, reachesMinor, showLesson } from '../lessons/show-lesson.ts'
import type { Parts } from '../parts.ts'
import { reportPdf } from './pdf/report-pdf.ts'
import { reportView } from './report-view.ts'

export function reportRoutes(parts: Parts): readonly Route[] {
  const { reports, reportQueries, partyQueries } = parts
  const show = async (id: string, userId: string): Promise<ProgressReport> => {
    const report = await reportQueries.ofParty(id, userId)
    return reportView(report, await partyQueries.rowsOf([report]), userId)
  }

  return [
    route(
      sessionsApi,
      'POST /sessions/:id/report',
      async ({ identity, language, params, body }) => {
        await reports.write(await lessonTaughtBy(parts, params.id, identity.userId), body)
        const message = messageText('report-written', language)
        return success(await showLesson(parts, params.id, { identity, language }), message)
      },
      (request) => reachesMinor(parts, request),
    ),
    route(sessionsApi, 'GET /reports', async ({ identity, query }) => {
      const { userId } = identity
      const { rows, nextCursor, total } = await reportQueries.page({ userId, ...query })
      const named = await partyQueries.rowsOf(rows)
      const views = rows.map((report) => reportView(report, named, userId))
      return { ...success(views), nextCursor, total }
    }),
    route(sessionsApi, 'GET /reports/:id/report.pdf', async ({ identity, language, params, response }) => {
      const report = await show(params.id, identity.userId)
      const pdf = await reportPdf(report, language)
      response
        .set('Cache-Control', 'private, no-store')
        .set('Content-Disposition', `inline; filename="${filePrefix}-report-${report.date}.pdf"`)
        .type('application/pdf')
        .send(pdf)
      return undefined
    }),
    route(sessionsApi, 'POST /reports/:id/read', async ({ identity, params }) => {
      await reportQueries.ofParty(params.id, identity.userId)
      await reports.read(params.id, identity.userId)
      return success(await show(params.id, identity.userId))
    }),
  ]
}
