import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { firstNameOf } from '@darsi/contracts/first-name.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import { isSubject, subjectLabel } from '@darsi/contracts/subjects.ts'
import { momentIn } from '../moment.ts'
import type { Note } from '../note.ts'
import { entriesOf } from './lesson-calendar.ts'

export const lessonEventTypes = [
  'session.booked',
  'session.moved',
  'session.cancelled',
  'session.reminder-due',
  'session.completed',
  'session.no-show',
] as const
export type LessonEvent = DarsiEvent<(typeof lessonEventTypes)[number]>

/** What reminders stand under, so that they can be taken back when the lesson moves or falls. */
export const aboutLesson = (sessionId: string) => `lesson.${sessionId}`

/** Who learns of a lesson's step. Whoever took it is mailed the calendar entry too, but is told nothing new. */
export function lessonNotes(event: LessonEvent): Note[] {
  const { data } = event
  // the others of a series: their first one tells of all
  const isSilent =
    data.announces.length === 0 && event.type !== 'session.completed' && event.type !== 'session.no-show'
  if (isSilent) return []
  return readersOf(event).flatMap((reader) => {
    const told = toldTo(event, reader)
    if (!told) return []
    const { userId, part: _, ...to } = reader
    const isOwn = userId === data.by
    if (isOwn && !told.calendar) return []
    const { notice, ...rest } = told
    return [
      {
        isOptional: true,
        ...rest,
        ...(!isOwn && { notice }),
        userId,
        to,
        params: paramsOf(event, to.language),
      },
    ]
  })
}

type Reader = Note['to'] & { userId: string; part: 'teacher' | 'learner' | 'guardian' }
type Told = Pick<Note, 'notice' | 'mail' | 'calendar' | 'about'>

function toldTo(event: LessonEvent, { part, ...to }: Reader): Told | null {
  switch (event.type) {
    case 'session.booked':
      return { notice: 'lesson-booked', mail: 'lesson-booked', calendar: entriesOf(event, to) }
    case 'session.moved':
      return { notice: 'lesson-moved', mail: 'lesson-moved', calendar: entriesOf(event, to) }
    case 'session.cancelled':
      return { notice: 'lesson-cancelled', mail: 'lesson-cancelled', calendar: entriesOf(event, to) }
    case 'session.reminder-due': {
      const kind = `lesson-reminder-${event.data.reminder}` as const
      return { notice: kind, mail: kind, about: aboutLesson(event.data.sessionId) }
    }
    case 'session.no-show':
      return { notice: 'lesson-missed', mail: 'lesson-missed' }
    case 'session.completed':
      return part === 'teacher' ? null : { notice: 'lesson-held' }
  }
}

function readersOf({ data, personal }: LessonEvent): Reader[] {
  const { teacher, student, guardians } = personal
  return [
    ...(teacher ? [{ userId: data.teacherId, part: 'teacher' as const, ...teacher }] : []),
    ...(student && data.studentId
      ? [{ userId: data.studentId, part: 'learner' as const, ...student, email: student.email ?? '' }]
      : []),
    ...guardians.map((guardian) => ({ part: 'guardian' as const, ...guardian })),
  ]
}

function paramsOf(event: LessonEvent, language: Language): Record<string, string> {
  const { data, personal } = event
  return {
    ...pairParams(event, language),
    when: (data.announces.length > 0 ? data.announces : [data])
      .map(({ startsAt }) => momentIn(language, startsAt, 'full'))
      .join('\n'),
    before: event.type === 'session.moved' ? momentIn(language, event.data.previousStartsAt, 'full') : '',
    minutes: String(data.durationMinutes),
    place: data.type === 'online' ? online[language] : personal.place,
    reason: reasonOf(event, language),
  }
}

type Pair = {
  data: { teacherId: string; subject?: string }
  personal: Pick<LessonEvent['personal'], 'teacher' | 'student'>
}

/** Teacher, learner and subject, of every event about a lesson. */
export function pairParams({ data, personal }: Pair, language: Language): Record<string, string> {
  const { subject = '' } = data
  return {
    teacher: personal.teacher?.fullName ?? '',
    student: firstNameOf(personal.student?.fullName ?? ''),
    subject: isSubject(subject) ? subjectLabel(subject, language) : subject,
  }
}

function reasonOf({ type, data, personal }: LessonEvent, language: Language): string {
  if (type !== 'session.cancelled' || data.cause === 'party') return personal.reason
  return messageText(`cancelled-${data.cause}`, language)
}

const online = {
  en: 'online; the link is in your dashboard',
  fr: 'en ligne ; le lien se trouve dans votre tableau de bord',
  ar: 'عن بعد، والرابط في لوحة التحكم',
} as const
