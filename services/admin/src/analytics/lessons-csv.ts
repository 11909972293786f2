import type { Language } from '@darsi/contracts/reference/languages.ts'
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
export async function writeLessonsCsv(
  lessons: LessonStore,
  response: Response,
  { at, language }: { at: Date; language: Language },
): Promise<void> {
  const rows = async function* () {
    for await (const row of lessons.all())
      yield [
        row._id,
        row.connectionId,
        row.teacherId,
        row.learnerId,
        row.subject,
        row.status,
        row.type,
        row.startsAt,
        row.endsAt,
        row.durationMinutes,
        row.minor ? 'Yes' : 'No',
      ]
  }
  await writeCsv(response, { fileName: exportFileName('sessions', at), language, header }, rows())
}
