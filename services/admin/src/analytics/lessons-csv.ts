import { csvLine } from '@darsi/contracts/texts/csv-line.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import type { Response } from 'express'
import { writeCsv } from '../csv.ts'
import type { LessonStore } from './lesson-store.ts'

const header = [
  'ID',
  'Connection ID',
  'Teacher ID',
  'Student ID',
  'Subject',
  'Status',
  'Type',
  'Starts At',
  'Ends At',
  'Minutes',
  'Minor',
]

/** Streams every lesson, with ids that the export of users resolves to names. */
export async function writeLessonsCsv(lessons: LessonStore, response: Response, now: Date): Promise<void> {
  const rows = async function* () {
    for await (const row of lessons.all())
      yield csvLine([
        row._id,
        row.connectionId,
        row.teacherId,
        row.learnerId,
        row.subject,
        row.status,
        row.type,
        row.startsAt.toISOString(),
        row.endsAt.toISOString(),
        String(row.durationMinutes),
        row.minor ? 'Yes' : 'No',
      ])
  }
  await writeCsv(response, exportFileName('sessions', now), header, rows())
}
