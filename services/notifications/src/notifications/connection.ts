import type { PausedFor } from '@darsi/contracts/calls/users/connections-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { holdCauseNames } from '@darsi/contracts/texts/child-protection.ts'
import { dayIn } from '../mails/moment.ts'
import type { Account, Notification } from './notification.ts'

type ConnectionEvent = DarsiEvent<
  | 'connection.requested'
  | 'connection.approved'
  | 'connection.declined'
  | 'connection.cancelled'
  | 'connection.expiring'
  | 'connection.expired'
  | 'connection.ended'
  | 'connection.suspended'
  | 'connection.reopened'
  | 'connection.changed'
>

type Part = 'teacher' | 'learner' | 'guardian'
/** `isAsked`: the connection waits for this reader's answer. */
type Reader = { part: Part; isAsked: boolean }
type Message = Pick<Notification, 'notice' | 'mail' | 'isOptional'>

/** The teacher, the learner and the guardians, without the person who did it; `messageFor` decides for each of them. */
export function ofConnection(
  event: ConnectionEvent,
  messageFor: (reader: Reader) => Message | null,
): Notification[] {
  const { data, personal } = event
  return peopleOf(event)
    .filter(({ to }) => to.userId !== data.by)
    .flatMap(({ part, to }) => {
      const isAsked = part !== 'learner' && data.needs[part] === 'waiting'
      const notification = messageFor({ part, isAsked })
      if (!notification) return []
      const params = {
        student: firstNameOf(personal.student.fullName),
        teacher: personal.teacher.fullName,
        subject: subjectName(data.subject, to.language),
        message: part === 'teacher' && isHeldBack(data) ? '' : personal.message,
        note: personal.note,
        ...causeOf(data.pausedFor, to.language),
        writtenOn: dayIn(to.language, data.requestedAt),
        alternatives: part === 'teacher' ? '' : andJoined(personal.alternatives ?? [], to.language),
      }
      return [
        {
          ...{ isOptional: true, ...notification, userId: to.userId, to, params },
          place: { connection: data.connectionId },
        },
      ]
    })
}

/** Empty after a report by a person: its mail is the same as without a cause. */
const causeOf = (pausedFor: PausedFor | undefined, language: Language) => ({
  day: pausedFor ? dayIn(language, pausedFor.at) : '',
  found: andJoined(pausedFor?.found.map((each) => holdCauseNames[each][language]) ?? [], language),
})

function peopleOf({ data, personal }: ConnectionEvent): { part: Part; to: Account }[] {
  const { teacher, student, guardians } = personal
  return [
    { part: 'teacher', to: { userId: data.teacherId, ...teacher } },
    ...(data.studentId
      ? [{ part: 'learner' as const, to: { userId: data.studentId, ...student, email: student.email ?? '' } }]
      : []),
    ...guardians.map((to) => ({ part: 'guardian' as const, to })),
  ]
}
