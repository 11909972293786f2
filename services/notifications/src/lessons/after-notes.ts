import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { Note } from '../note.ts'
import { pairParams } from './lesson-notes.ts'

export const afterEventTypes = ['report.written', 'review.written', 'review.answered'] as const
export type AfterEvent = DarsiEvent<(typeof afterEventTypes)[number]>

/** What follows a lesson: a report for the family, a review for the teacher, an answer for who wrote it. */
export function afterNotes(event: AfterEvent): Note[] {
  const { data, personal, type } = event
  const { teacher, student, guardians } = personal
  const family = [
    ...(student?.email && data.studentId
      ? [{ userId: data.studentId, ...student, email: student.email }]
      : []),
    ...guardians,
  ]
  const readers =
    type === 'review.written' ? (teacher ? [{ userId: data.teacherId, ...teacher }] : []) : family
  return readers.map(({ userId, email, fullName, language }) => ({
    ...told[type],
    userId,
    isOptional: true,
    to: { email, fullName, language },
    params: { ...pairParams(event, language), ...('rating' in data && { rating: String(data.rating) }) },
  }))
}

const told = {
  'report.written': { notice: 'report-written', mail: 'report-written' },
  'review.written': { notice: 'review-written', mail: 'review-written' },
  'review.answered': { notice: 'review-answered' },
} as const
