import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { momentIn } from '../mails/moment.ts'
import type { MailKind, NoticeKind } from '../mails/texts.ts'
import { type Account, both, type Notification, toEach } from './notification.ts'

type HomeworkEvent = DarsiEvent<'homework.set' | 'homework.due' | 'homework.handed-in' | 'homework.marked'>

/** @param to the learner and the guardians, or the teacher; not the person who did it */
export function ofHomework(
  { data, personal }: HomeworkEvent,
  kind: MailKind & NoticeKind,
  to: 'family' | 'teacher',
): Notification[] {
  const { teacher, student, guardians } = personal
  const people: Account[] =
    to === 'teacher'
      ? teacher
        ? [{ userId: data.teacherId, ...teacher }]
        : []
      : [
          ...(data.studentId ? [{ userId: data.studentId, ...student, email: student.email ?? '' }] : []),
          ...guardians,
        ]
  return toEach(
    people.filter(({ userId }) => userId !== data.by),
    ({ language }) => ({
      ...both(kind),
      isOptional: true,
      // the conversation of a connection has the same id
      place: { thread: data.connectionId },
      params: {
        student: firstNameOf(student.fullName),
        teacher: teacher?.fullName ?? '',
        subject: subjectName(data.subject, language),
        until: momentIn(language, data.dueAt, 'full'),
      },
    }),
  )
}
