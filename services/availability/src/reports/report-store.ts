import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { Lesson } from '../lessons/lesson.ts'
import type { LessonStore } from '../lessons/lesson-store.ts'
import { type ConnectionRow, refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { type Report, type ReportText, readReport, reportOf, writtenEvent } from './report.ts'

export type Reports = Collection<Report & Outboxed>

export const reportCollection = (database: Database): Reports =>
  collection<Report & Outboxed>(database, 'reports', [
    { key: { partyIds: 1, writtenAt: -1 } },
    { key: { connectionId: 1, writtenAt: -1 } },
    { key: { studentId: 1 } },
    { key: { teacherId: 1 } },
    { key: { readBy: 1 } },
    outboxIndex,
  ])

const noTexts = { topics: '', homework: '', note: '' }

export type ReportStore = ReturnType<typeof createReportStore>
type Parts = {
  reports: Reports
  lessons: Pick<LessonStore, 'clearReportDue'>
  parties: PartyQueries
  outbox: Outbox
  now: () => Date
}

export function createReportStore({ reports, lessons, parties, outbox, now }: Parts) {
  const updateParties = async (row: ConnectionRow): Promise<void> => {
    const { _id: connectionId, partyIds, studentId } = row
    const $set = { partyIds, ...(studentId && { studentId }), ...(isErasedChild(row) && noTexts) }
    await reports.updateMany({ connectionId }, { $set })
  }

  return {
    /** @throws problem `session-state` also for the second report on a lesson */
    write: async (lesson: Lesson, text: ReportText): Promise<void> => {
      const named = await parties.of(lesson.connectionId)
      const report = reportOf(lesson, text, now())
      refusePaused(named?.connection)
      if (named && (await parties.isLearnerErased(named.connection))) throw problem('session-state')
      const isFirst = await inserted(outbox.insert(reports, report, writtenEvent(report, named)))
      // also for the second: the process may have ended here after the first
      await lessons.clearReportDue(lesson)
      // an event that changes the parties later finds the report
      const current = await parties.connection(lesson.connectionId)
      if (current) await updateParties(current)
      // an erasure meanwhile either finds this report or is found here
      if (current && (await parties.isLearnerErased(current)))
        await reports.updateOne({ _id: report._id }, { $set: noTexts })
      if (!isFirst) throw problem('session-state')
    },

    read: async (id: string, by: string): Promise<void> => {
      const at = now()
      await outbox.update(reports, id, (report) => readReport(report, { by, at }))
    },

    updateParties,

    /** The texts about a learner are erased with the learner; the reports of an erased teacher stay with the family. */
    erase: async (userId: string): Promise<void> => {
      await reports.updateMany({ partyIds: userId }, { $pull: { partyIds: userId } })
      await reports.updateMany({ studentId: userId }, { $set: { ...noTexts, studentId: null } })
      await reports.updateMany({ readBy: userId }, { $set: { readBy: null } })
    },
  }
}
