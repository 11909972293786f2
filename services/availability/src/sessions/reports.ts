import { inserted } from '@darsi/kit/mongo.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Lesson } from './lesson.ts'
import type { ReportDocument, SessionModels } from './models.ts'
import type { PartyStore } from './parties.ts'
import { pairOf, peopleOf } from './session-event.ts'

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
export type Written = Pick<Report, 'topics' | 'effort' | 'homework' | 'note'>
export type ReportStore = ReturnType<typeof createReportStore>
type Parts = {
  models: SessionModels
  outbox: Outbox
  parties: PartyStore
  now: () => Date
  reported: (lesson: Lesson) => Promise<void>
}

export function createReportStore({ models: { reports }, outbox, parties, now, reported }: Parts) {
  const find = async (filter: object, limit = 0) =>
    // `as`: the schema of the model
    (await reports.collection
      .find(filter as never, { sort: { writtenAt: -1, _id: -1 }, limit })
      .toArray()) as unknown as Report[]

  return {
    of: async (lessons: readonly Lesson[]): Promise<Map<string, Report>> => {
      const found = await find({ _id: { $in: lessons.map(({ _id }) => _id) } })
      return new Map(found.map((report) => [report._id, report]))
    },

    write: async (lesson: Lesson, written: Written): Promise<void> => {
      if (lesson.status !== 'completed') throw problem('session-state')
      const topics = written.topics.trim()
      if (topics === '') throw problem('report-topics-required')
      const known = await parties.of(lesson.connectionId)
      const at = now()
      const { _id, connectionId, teacherId, studentId, childId, subject, startsAt } = lesson
      const report = {
        ...{ _id, connectionId, teacherId, studentId, childId, subject, startsAt },
        ...{ topics, effort: written.effort, homework: written.homework.trim(), note: written.note.trim() },
        partyIds: lesson.partyIds,
        writtenAt: at,
        readAt: null,
        readBy: null,
      }
      const data = { ...pairOf(lesson, known), reportId: _id, subject, at: at.toISOString() }
      const event = { type: 'report.written', data, personal: peopleOf(known) } as const
      if (!(await inserted(outbox.insert(reports, report, event)))) throw problem('session-state')
      await reported(lesson)
    },

    /** @throws problem 404 for who is no party */
    mine: async (id: string, userId: string): Promise<Report> => {
      const report = await reports.findById(id).lean<Report>()
      if (!report?.partyIds.includes(userId)) throw problem('not-found')
      return report
    },

    read: async (id: string, by: string): Promise<void> => {
      const at = now()
      await outbox.update(reports, id, (report: ReportDocument) => {
        if (report.readAt) return null
        const { _id, teacherId } = report
        const data = { reportId: _id, sessionId: _id, teacherId, by, at: at.toISOString() }
        return { update: { $set: { readAt: at, readBy: by } }, event: { type: 'report.read', data } }
      })
    },

    page: async (listing: {
      userId: string
      childId?: string | undefined
      limit: number
      cursor?: string | undefined
    }) => {
      const { userId, childId, limit, cursor } = listing
      const filter = { partyIds: userId, ...(childId && { childId }) }
      const [rows, total] = await Promise.all([
        find({ $and: [filter, olderThan(cursor)] }, limit + 1),
        reports.collection.countDocuments(filter as never),
      ])
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const nextCursor = rows.length > limit && last ? `${last.writtenAt.getTime()}_${last._id}` : null
      return { rows: shown, nextCursor, total }
    },

    /** What was written about a learner goes with the learner; a teacher's reports stay the family's. */
    erase: async (userId: string): Promise<void> => {
      const gone = { topics: '', homework: '', note: '', studentId: null }
      await reports.collection.updateMany({ studentId: userId } as never, { $set: gone } as never)
      await reports.collection.updateMany({ readBy: userId } as never, { $set: { readBy: null } } as never)
    },
  }
}

function olderThan(cursor: string | undefined): object {
  if (cursor === undefined) return {}
  const match = /^(\d{1,15})_(.{1,64})$/.exec(cursor)
  if (!match) throw problem('cursor-invalid')
  const writtenAt = new Date(Number(match[1]))
  return { $or: [{ writtenAt: { $lt: writtenAt } }, { writtenAt, _id: { $lt: match[2] } }] }
}
