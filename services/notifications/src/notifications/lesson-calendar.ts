import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { classroomPath, isClassroomLink } from '@darsi/contracts/rules/classroom-path.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { type CalendarEvent, calendarText } from '@darsi/kit/icalendar.ts'
import type { CalendarFile } from '../mails/transport.ts'

/** The lesson events that cause mails or notices. */
export type LessonEvent = DarsiEvent<
  | 'session.booked'
  | 'session.proposed'
  | 'session.moved'
  | 'session.changed'
  | 'session.cancelled'
  | 'session.reminder-due'
  | 'session.completed'
  | 'session.no-show'
>

/** True for a lesson that is held in our own classroom. */
export const isInClassroom = ({
  data,
  personal,
}: {
  data: Pick<LessonEvent['data'], 'sessionId'>
  personal: Pick<LessonEvent['personal'], 'meetingLink'>
}): boolean => isClassroomLink(personal.meetingLink, data.sessionId)

type Entry = Pick<CalendarEvent, 'sequence' | 'summary' | 'location' | 'url' | 'isCancelled'> & {
  description: string
  sessionId: string
  startsAt: string
  endsAt: string
  stamp: string
}
/** Lessons attached to a mail, before the sender's address is known. */
export type MailCalendar = { entries: Entry[] }

/** The lessons of an event as calendar entries, the same as in the feed: a teacher sees a minor's first name only. */
export function entriesOf(
  { data, personal, type }: LessonEvent,
  { userId, language }: { userId: string; language: Language },
): MailCalendar {
  const { teacher, student, meetingLink, place, notes = '' } = personal
  const isTeacher = data.teacherId === userId
  const learner = student?.fullName ?? ''
  const others = [
    isTeacher ? undefined : teacher?.fullName,
    data.studentId === userId ? undefined : isTeacher && data.minor ? firstNameOf(learner) : learner,
  ]
  const subject = subjectName(data.subject, language)
  const inClassroom = isInClassroom({ data, personal })
  const shared = {
    summary: [subject, ...others].filter(Boolean).join(' · '),
    isCancelled: type === 'session.cancelled' || type === 'session.proposed',
    stamp: data.at,
  }
  return {
    entries: data.announces.map(({ sessionId, startsAt, endsAt, revision }) => {
      // each lesson of a series has a classroom of its own
      const url = inClassroom
        ? meetingLink.replace(classroomPath(data.sessionId), classroomPath(sessionId))
        : meetingLink
      const description = [notes, url].filter(Boolean).join('\n')
      const where = { location: place || url, url, description }
      return { ...shared, ...where, ...{ sessionId, startsAt, endsAt, sequence: revision } }
    }),
  }
}

type Sender = { publicUrl: string; sender: string; support: string; product: string }

/**
 * The calendar files of a mail: for each lesson an invitation or a cancellation of its own, because one may name only
 * one `UID` (RFC 5546), and because calendar programs remove only what an invitation brought. An answer goes to
 * support: nobody reads the sender's address.
 */
export function calendarFiles(
  { entries }: MailCalendar,
  to: { name: string; address: string },
  { publicUrl, sender, support, product }: Sender,
): CalendarFile[] {
  const { hostname } = new URL(publicUrl)
  const people = { organizer: { name: product, address: support, sentBy: sender }, attendee: to }
  return entries.map(({ sessionId, startsAt, endsAt, stamp, ...entry }) => {
    const event = {
      ...entry,
      uid: `${sessionId}@${hostname}`,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      stamp: new Date(stamp),
    }
    const method = entry.isCancelled ? 'CANCEL' : 'REQUEST'
    return { method, text: calendarText([event], { method, ...people }) }
  })
}
