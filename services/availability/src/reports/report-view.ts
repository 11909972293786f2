import type { ProgressReport } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { whenOf } from '../hours/hours.ts'
import { namesOf, type PartyRows } from '../parties/party.ts'
import type { Report } from './report.ts'

export function reportView(report: Report, rows: PartyRows, viewerId: string): ProgressReport {
  const { _id: id, childId, subject, topics, effort, homework, note } = report
  const { student: studentName, teacher: teacherName } = namesOf(report.connectionId, rows, viewerId)
  return {
    ...{ id, sessionId: id, childId, studentName, teacherName, subject, topics, effort, homework, note },
    date: whenOf(report).date,
    writtenAt: report.writtenAt.toISOString(),
    readAt: report.readAt?.toISOString() ?? null,
  }
}
