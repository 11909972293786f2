import type { EventInput } from '@darsi/contracts/events/events.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { lessonIds, namedParties } from '../lessons/lesson-event.ts'
import type { Parties } from '../parties/party.ts'

/** A teacher's progress report on one lesson; its id is the lesson's. */
export type Report = {
  _id: string
  connectionId: string
  teacherId: string
  studentId: string | null
  childId: string | null
  partyIds: string[]
  subject: string
  startsAt: Date
  topics: string
  effort: number
  homework: string
  note: string
  writtenAt: Date
  readAt: Date | null
  readBy: string | null
}
export type ReportText = Pick<Report, 'topics' | 'effort' | 'homework' | 'note'>

/** @throws problem `session-state`, `report-topics-required` */
export function reportOf(lesson: Lesson, text: ReportText, at: Date): Report {
  if (lesson.status !== 'completed') throw problem('session-state')
  const topics = text.topics.trim()
  if (topics === '') throw problem('report-topics-required')
  const { _id, connectionId, teacherId, studentId, childId, partyIds, subject, startsAt } = lesson
  return {
    ...{ _id, connectionId, teacherId, studentId, childId, partyIds, subject, startsAt },
    ...{ topics, effort: text.effort, homework: text.homework.trim(), note: text.note.trim() },
    ...{ writtenAt: at, readAt: null, readBy: null },
  }
}

export function writtenEvent(report: Report, parties: Parties | null): EventInput {
  const { _id: reportId, subject, topics, homework, note, writtenAt } = report
  return {
    type: 'report.written',
    data: { ...lessonIds(report, parties), reportId, subject, at: writtenAt.toISOString() },
    personal: {
      ...namedParties(parties),
      text: [topics, homework, note].filter((line) => line !== '').join('\n'),
    },
  }
}

/** The first reader counts. Null when it was read before. */
export function readReport(report: Report, { by, at }: { by: string; at: Date }) {
  if (report.readAt) return null
  const { _id, teacherId } = report
  const data = { reportId: _id, sessionId: _id, teacherId, by, at: at.toISOString() }
  return { update: { $set: { readAt: at, readBy: by } }, event: { type: 'report.read', data } } as const
}
