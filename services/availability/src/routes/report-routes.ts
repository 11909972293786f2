import { type ProgressReport, sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { filePrefix } from '@darsi/contracts/texts/product.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { lessonWords } from '../lessons/lesson-words.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { reportPdf } from '../reports/pdf/report-pdf.ts'
import type { ReportQueries } from '../reports/report-queries.ts'
import type { ReportStore } from '../reports/report-store.ts'
import { reportView } from '../reports/report-view.ts'
import type { LessonViews } from '../views/show-lesson.ts'

type Parts = {
  lessons: LessonQueries
  reports: ReportStore & ReportQueries
  parties: PartyQueries
  views: LessonViews
}

export function reportRoutes(parts: Parts): readonly Route[] {
  const { lessons, reports, parties, views } = parts
  const show = async (id: string, userId: string): Promise<ProgressReport> => {
    const report = await reports.ofParty(id, userId)
    return reportView(report, await parties.rowsOf([report]), userId)
  }

  return [
    route(
      sessionsApi,
      'POST /sessions/:id/report',
      async ({ identity, language, params, body }) => {
        await reports.write(await lessons.taughtBy(params.id, identity.userId), body)
        const message = messageText('report-written', language)
        return success(await views.one(params.id, { identity, language }), message)
      },
      lessonWords(parts),
    ),
    route(sessionsApi, 'GET /reports', async ({ identity, query }) => {
      const { userId } = identity
      const { rows, nextCursor, total } = await reports.page({ userId, ...query })
      const named = await parties.rowsOf(rows)
      const shown = rows.map((report) => reportView(report, named, userId))
      return { ...success(shown), nextCursor, total }
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
      await reports.ofParty(params.id, identity.userId)
      await reports.read(params.id, identity.userId)
      return success(await show(params.id, identity.userId))
    }),
  ]
}
