import type { Api } from '@darsi/contracts/calls/api.ts'
import type { Connection } from '../connections/public.ts'
import type { Lesson } from '../lessons/public.ts'

type Row<K extends 'GET /homework' | 'GET /threads' | 'GET /reports'> = Api[K]['answer']['data'][number]

export type Around = {
  /** Ahead, soonest first. */
  lessons: readonly Lesson[]
  /** Open, or for a teacher handed in. */
  homework: readonly Row<'GET /homework'>[]
  threads: readonly Row<'GET /threads'>[]
  reports: readonly Row<'GET /reports'>[]
}

/** What belongs to one connection. Reports name no connection, so they are found by subject and people. */
export function belongingTo({ id, subject, teacher, student }: Connection, around: Around) {
  return {
    lesson: around.lessons.find(({ connectionId }) => connectionId === id) ?? null,
    homework: around.homework.find(({ connectionId }) => connectionId === id) ?? null,
    unread: around.threads.find(({ connectionId }) => connectionId === id)?.unread ?? 0,
    report:
      around.reports.find(
        (report) =>
          report.subject === subject &&
          report.teacherName === teacher.name &&
          report.childId === student.childId &&
          report.studentName === student.name,
      ) ?? null,
  }
}
