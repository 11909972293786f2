import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { textOf } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { decideHoursBefore } from '@darsi/contracts/rules/groups.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { momentIn } from '../mails/moment.ts'
import { texts } from '../mails/texts.ts'
import { companyOf, subjectOf } from './group.ts'
import { isInClassroom, type LessonEvent } from './lesson-calendar.ts'
import type { Account, Notification } from './notification.ts'

type AfterEvent = DarsiEvent<'report.written' | 'review.written' | 'review.answered'>
type Reader = Account & { part: 'teacher' | 'learner' | 'guardian' }
type Message = Omit<Notification, 'userId' | 'to' | 'params'>

/** The mails and notices about a future lesson: withdrawn when the lesson moves or is cancelled. */
export const aboutLesson = (sessionId: string) => `lesson.${sessionId}`

/** The people of a lesson. The person who did it gets the calendar entry by mail, and no notice. */
export function ofLesson(event: LessonEvent, messageFor: (reader: Reader) => Message | null): Notification[] {
  const { data, type } = event
  // the event of the first lesson of a series has all of them
  const isSilent = data.announces.length === 0 && type !== 'session.completed' && type !== 'session.no-show'
  if (isSilent) return []
  return readersOf(event).flatMap((reader) => {
    const notification = messageFor(reader)
    const isOwn = reader.userId === data.by
    if (!notification || (isOwn && !notification.calendar)) return []
    const { notice, ...mail } = notification
    const params = { ...paramsOf(event, reader.language), change: changeOf(event, reader) }
    return [
      {
        isOptional: true,
        ...mail,
        ...(!isOwn && notice && { notice }),
        userId: reader.userId,
        to: reader,
        params,
        place: { lesson: data.sessionId },
      },
    ]
  })
}

/** The people of a lesson that is over, of its report or review. */
export function afterLesson(
  event: AfterEvent,
  messageFor: (reader: Reader) => Message | null,
): Notification[] {
  const rating: Record<string, string> =
    event.type === 'review.written' ? { rating: String(event.data.rating) } : {}
  const { data, type } = event
  const place = { lesson: data.sessionId, ...(type === 'report.written' && { report: data.reportId }) }
  return readersOf(event).flatMap((reader) => {
    const notification = messageFor(reader)
    if (!notification) return []
    const params = { ...pairParams(event, reader.language), ...rating }
    return [{ isOptional: true, ...notification, userId: reader.userId, to: reader, params, place }]
  })
}

function readersOf({ data, personal }: LessonEvent | AfterEvent): Reader[] {
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
  const { data } = event
  return {
    ...pairParams(event, language),
    when: (data.announces.length > 0 ? data.announces : [data])
      .map(({ startsAt }) => momentIn(language, startsAt, 'full'))
      .join('\n'),
    before: event.type === 'session.moved' ? momentIn(language, event.data.previousStartsAt, 'full') : '',
    until: event.type === 'session.proposed' ? momentIn(language, event.data.proposedUntil, 'full') : '',
    minutes: textOf(texts[language].counts, 'minutes', { count: data.durationMinutes }, language),
    lessons: textOf(texts[language].counts, 'lessons', { count: data.announces.length }, language),
    place: placeOf(event, language),
    company: companyOf(data, language),
    notes: event.personal.notes,
    reason: reasonOf(event, language),
  }
}

/** What this reader can still change of the lesson, as it is when the mail is written. */
function changeOf({ data }: LessonEvent, { part, userId, language }: Reader): string {
  const { change } = texts[language].lesson
  const starts = data.announces.map(({ startsAt }) => Date.parse(startsAt))
  const isLate = Math.min(...starts, Infinity) - Date.parse(data.at) < decideHoursBefore * hourMs
  const mayMove = !isLate && !data.group
  if (data.minor && part === 'guardian') return mayMove ? change.guardian : change.guardianLate
  if (!isLate) return data.group ? change.seat : change.usual
  return userId === data.by ? change.undo : change.late
}

/** Teacher, learner and subject. */
function pairParams(
  { data, personal }: LessonEvent | AfterEvent,
  language: Language,
): Record<string, string> {
  return {
    teacher: personal.teacher?.fullName ?? '',
    student: firstNameOf(personal.student?.fullName ?? ''),
    subject: 'subject' in data ? subjectOf(data, language) : '',
  }
}

function reasonOf({ type, data, personal }: LessonEvent, language: Language): string {
  if (type !== 'session.cancelled' || data.cause === 'party') return personal.reason
  return messageText(`cancelled-${data.cause}`, language)
}

function placeOf(event: LessonEvent, language: Language): string {
  if (event.data.type !== 'online') return event.personal.place
  const { inClassroom, online } = texts[language].lesson
  return isInClassroom(event) ? inClassroom : online
}
