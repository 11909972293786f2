import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { firstNameOf } from '@darsi/contracts/first-name.ts'
import { isHeldBack } from '@darsi/contracts/held-request.ts'
import { isSubject, subjectLabel } from '@darsi/contracts/subjects.ts'
import type { Note } from './note.ts'
import type { MailKind, NoticeKind } from './texts.ts'

export const connectionEventTypes = [
  'connection.requested',
  'connection.approved',
  'connection.declined',
  'connection.cancelled',
  'connection.expiring',
  'connection.expired',
  'connection.ended',
] as const
export type ConnectionEvent = DarsiEvent<(typeof connectionEventTypes)[number]>

type Reader = Note['to'] & { userId: string; part: 'teacher' | 'learner' | 'guardian' }
type Told = { notice: NoticeKind; mail?: MailKind; isOptional?: boolean }

/** Who learns of a connection's step, and by what words; whoever took it knows. */
export function connectionNotes(event: ConnectionEvent): Note[] {
  const { data, personal } = event
  return readersOf(event)
    .filter(({ userId }) => userId !== data.by)
    .flatMap((reader) => {
      const told = toldTo(event, reader.part)
      if (!told) return []
      const { userId, email, fullName, language } = reader
      const params = {
        student: firstNameOf(personal.student.fullName),
        teacher: personal.teacher.fullName,
        subject: isSubject(data.subject) ? subjectLabel(data.subject, language) : data.subject,
        message: reader.part === 'teacher' && isHeldBack(data) ? '' : personal.message,
        note: personal.note,
      }
      return [{ isOptional: true, ...told, userId, to: { email, fullName, language }, params }]
    })
}

function readersOf({ data, personal }: ConnectionEvent): Reader[] {
  const { email, ...student } = personal.student
  return [
    { userId: data.teacherId, part: 'teacher', ...personal.teacher },
    ...(data.studentId
      ? [{ userId: data.studentId, part: 'learner' as const, email: email ?? '', ...student }]
      : []),
    ...personal.guardians.map((guardian) => ({ part: 'guardian' as const, ...guardian })),
  ]
}

function toldTo({ type, data }: ConnectionEvent, part: Reader['part']): Told | null {
  const { needs } = data
  const isTeacher = part === 'teacher'
  const isWaited = isTeacher
    ? needs.teacher === 'waiting'
    : part === 'guardian' && needs.guardian === 'waiting'
  switch (type) {
    case 'connection.requested':
      if (!isWaited) return null
      return isTeacher ? same('connection-requested') : { ...same('guardian-consent'), isOptional: false }
    case 'connection.expiring':
      return isWaited ? same('connection-expiring') : null
    case 'connection.cancelled':
      return isTeacher ? { notice: 'connection-cancelled' } : null
    case 'connection.declined':
      return isTeacher && needs.teacher === 'refused' ? null : same('connection-declined')
    case 'connection.expired':
      return isTeacher ? { notice: 'connection-expired' } : same('connection-expired')
    case 'connection.approved':
      return same('connection-approved')
    case 'connection.ended':
      return same('connection-ended')
  }
}

const same = <K extends MailKind & NoticeKind>(kind: K) => ({ notice: kind, mail: kind })
