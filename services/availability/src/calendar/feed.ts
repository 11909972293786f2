import type { Language } from '@darsi/contracts/reference/languages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { type CalendarEvent, calendarText } from '@darsi/kit/icalendar.ts'
import type { Lesson } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import { joinLink } from '../lessons/meeting-link.ts'
import { namesOf, type PartyRows } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'

const shownDays = 90

export type FeedParts = {
  lessons: LessonQueries
  parties: PartyQueries
  now: () => Date
  publicUrl: string
}

/** All lessons of one person as iCalendar text, in the language that the person last chose. */
export async function feedOf(
  { lessons, parties, now, publicUrl }: FeedParts,
  userId: string,
): Promise<string> {
  const list = await lessons.since(userId, new Date(now().getTime() - shownDays * dayMs))
  const rows = await parties.rowsOf(list, [userId])
  const language = rows.people.get(userId)?.language ?? 'en'
  // a proposed lesson may never take place; a cancelled one is left out, because Outlook shows it like any other, and
  // each program replaces all that it had by what the feed says now
  const agreed = list.filter(({ status }) => status !== 'proposed' && status !== 'cancelled')
  const entries = agreed.map((lesson) => entryOf(lesson, { userId, publicUrl, language, rows }))
  return calendarText(entries, { method: 'PUBLISH', name: productName[language] })
}

type Reader = { userId: string; publicUrl: string; language: Language; rows: PartyRows }

function entryOf(lesson: Lesson, { userId, publicUrl, language, rows }: Reader): CalendarEvent {
  const link = joinLink(lesson, publicUrl)
  const names = namesOf(lesson.connectionId, rows, userId)
  const teacher = lesson.teacherId === userId ? '' : names.teacher
  const student = lesson.studentId === userId ? '' : names.student
  const subject = subjectName(lesson.subject, language)
  return {
    uid: `${lesson._id}@${new URL(publicUrl).hostname}`,
    sequence: lesson.revision,
    startsAt: lesson.startsAt,
    endsAt: lesson.endsAt,
    stamp: lesson.bookedAt,
    summary: [subject, teacher, student].filter(Boolean).join(' · '),
    location: lesson.place || link,
    description: [lesson.notes, link].filter(Boolean).join('\n'),
    url: link,
    isCancelled: false,
  }
}
