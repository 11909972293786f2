import { problem } from '@darsi/kit/http/problem.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Report } from './report.ts'
import type { Reports } from './report-store.ts'

type Listing = {
  userId: string
  childId?: string | undefined
  id?: string | undefined
  limit: number
  cursor?: string | undefined
}
export type ReportQueries = ReturnType<typeof createReportQueries>

export function createReportQueries(reports: Reports) {
  return {
    /** By the id of the lesson. */
    ofLessons: async (lessons: readonly { _id: string }[]): Promise<Map<string, Report>> => {
      const found = await reports.find({ _id: { $in: lessons.map(({ _id }) => _id) } }).toArray()
      return new Map(found.map((report) => [report._id, report]))
    },

    /** @throws problem 404 for everybody but the parties of the lesson */
    ofParty: async (id: string, userId: string): Promise<Report> => {
      const report = await reports.findOne({ _id: id })
      if (!report?.partyIds.includes(userId)) throw problem('not-found')
      return report
    },

    ofChildren: (userId: string) =>
      reports
        .find({ partyIds: userId, childId: { $type: 'string' } }, { projection: { childId: 1, effort: 1 } })
        .toArray(),

    lastWrittenAt: async (connectionId: string): Promise<Date | null> => {
      const last = await reports.findOne({ connectionId }, { sort: { writtenAt: -1 } })
      return last?.writtenAt ?? null
    },

    page: ({ userId, childId, id, limit, cursor }: Listing) => {
      const filter = { partyIds: userId, ...(childId && { childId }), ...(id && { _id: id }) }
      const order = byTime('writtenAt', -1)
      return pageOf(reports, { filter, order, limit, cursor })
    },
  }
}
