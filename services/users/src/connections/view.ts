import type { Connection as Answer } from '@darsi/contracts/connections-api.ts'
import { firstNameOf } from '@darsi/contracts/first-name.ts'
import type { Profile } from '../profile.ts'
import { actionsOf, type Connection, expiryMs, partOf } from './connection.ts'
import type { Parties } from './parties.ts'

/** A connection as one of its parties may see it (product.md §7). */
export function connectionAnswer(
  connection: Connection & { v: number },
  parties: Parties,
  viewerId: string,
): Answer {
  const { _id, status, subject, message, needs, teacherId, requestedAt, note } = connection
  const { teacher } = parties
  const isPending = status === 'pending'
  return {
    id: _id,
    status,
    subject,
    message,
    needs,
    teacher: { id: teacherId, name: teacher?.fullName ?? '', governorateId: governorateOf(teacher) },
    student: learnerAnswer(connection, parties, viewerId),
    contact: contactFor(connection, parties, viewerId),
    requestedAt: requestedAt.toISOString(),
    expiresAt: isPending ? new Date(requestedAt.getTime() + expiryMs).toISOString() : null,
    decidedAt: connection.decidedAt?.toISOString() ?? null,
    adminReviewedAt: connection.adminReviewedAt?.toISOString() ?? null,
    note,
    actions: actionsOf(connection, viewerId),
    // a connection has one thread, which opens with the approval
    threadId: status === 'approved' || status === 'ended' ? _id : null,
    version: connection.v,
  }
}

/** The learner's name as far as it goes: in full only among the learner's own and, of an adult, once approved. */
export function learnerName(connection: Connection, { student, child }: Parties, viewerId: string): string {
  const full = student?.fullName ?? child?.firstName ?? ''
  const isFull =
    partOf(connection, viewerId) !== 'teacher' || (!connection.minor && connection.status === 'approved')
  return isFull ? full : firstNameOf(full)
}

function learnerAnswer(connection: Connection, parties: Parties, viewerId: string): Answer['student'] {
  const { studentId, childId, minor } = connection
  const { student, child, guardians } = parties
  const grown = student?.roleData
  return {
    id: studentId ?? childId ?? '',
    childId,
    name: learnerName(connection, parties, viewerId),
    minor,
    educationLevel: textOf(grown?.['educationLevel']) || (child?.educationLevel ?? ''),
    grade: textOf(grown?.['currentGrade']) || (child?.grade ?? ''),
    governorateId: governorateOf(student ?? guardians[0] ?? null),
  }
}

/** The other side's phone and e-mail while approved, when its toggle is on; of a minor never, but of a guardian. */
function contactFor(connection: Connection, parties: Parties, viewerId: string): Answer['contact'] {
  if (connection.status !== 'approved') return null
  const { teacher, student, guardians } = parties
  const forTeacher = partOf(connection, viewerId) === 'teacher'
  const learners = connection.minor || !student ? guardians : [student]
  const others = forTeacher ? learners : teacher ? [teacher] : []
  const open = others.find(({ privacy }) => privacy.contactVisible)
  return open ? { phone: open.phone, email: open.email } : null
}

const governorateOf = (profile: Profile | null): number | null => profile?.location.governorate_id ?? null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
