import { ageRuleIn } from '@darsi/contracts/age-rules.ts'
import type { Connection as Answer, LearnerDetails } from '@darsi/contracts/connections-api.ts'
import { firstNameOf } from '@darsi/contracts/first-name.ts'
import { isHeldBack } from '@darsi/contracts/held-request.ts'
import { tunisianYear } from '@darsi/contracts/registration-rules.ts'
import { type Profile, textOf } from '../profile.ts'
import { contactDetailsIn } from '../threads/contact-details.ts'
import { actionsOf, type Connection, expiryMs, isOpen, partOf } from './connection.ts'
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
    message: partOf(connection, viewerId) === 'teacher' && isHeldBack(connection) ? '' : message,
    needs,
    teacher: { id: teacherId, name: teacher?.fullName ?? '', governorateId: governorateOf(teacher) },
    student: learnerAnswer(connection, parties, viewerId),
    contact: contactFor(connection, parties, viewerId),
    lessons: lessonsOf(connection, new Date()),
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

/**
 * The learner's name as far as it goes: in full only among the learner's own and, of an adult, once approved. The
 * teacher of a closed connection no longer knows a minor's.
 */
export function learnerName(connection: Connection, { student, child }: Parties, viewerId: string): string {
  const full = student?.fullName ?? child?.firstName ?? ''
  if (partOf(connection, viewerId) !== 'teacher') return full
  if (connection.minor) return isOpen(connection) ? firstNameOf(full) : ''
  return connection.status === 'approved' ? full : firstNameOf(full)
}

function learnerAnswer(connection: Connection, parties: Parties, viewerId: string): Answer['student'] {
  const { studentId, childId, minor } = connection
  const { student, child, guardians } = parties
  const grown = student?.roleData
  const isOver = partOf(connection, viewerId) === 'teacher' && !isOpen(connection)
  return {
    id: studentId ?? childId ?? '',
    childId,
    name: learnerName(connection, parties, viewerId),
    minor,
    educationLevel: isOver ? '' : textOf(grown?.['educationLevel']) || (child?.educationLevel ?? ''),
    grade: isOver ? '' : textOf(grown?.['currentGrade']) || (child?.grade ?? ''),
    governorateId: isOver ? null : governorateOf(student ?? guardians[0] ?? null),
    details: detailsFor(connection, parties, viewerId),
  }
}

/** What was written for the teacher, once approved; a learner's own words if the own toggle says so. */
function detailsFor(connection: Connection, parties: Parties, viewerId: string): LearnerDetails | null {
  if (connection.status !== 'approved' || partOf(connection, viewerId) !== 'teacher') return null
  const { student, child } = parties
  if (!student)
    return child && { ...noDetails, subjects: child.subjects, additionalInfo: child.additionalInfo ?? '' }
  if (!student.privacy.profileVisible) return null
  const { roleData } = student
  // what a message of a minor would be held back for is not told here either
  const told = (field: string) => {
    const text = textOf(roleData[field])
    return connection.minor && contactDetailsIn(text).length > 0 ? '' : text
  }
  return {
    subjects: Array.isArray(roleData['subjects']) ? roleData['subjects'].map(textOf) : [],
    otherSubject: told('otherSubject'),
    adultLearningType: textOf(roleData['adultLearningType']),
    professionalCareer: told('professionalCareer'),
    englishLevel: textOf(roleData['englishLevel']),
    additionalInfo: told('additionalInfo'),
  }
}

const noDetails: LearnerDetails = {
  subjects: [],
  otherSubject: '',
  adultLearningType: '',
  professionalCareer: '',
  englishLevel: '',
  additionalInfo: '',
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

/** The rule of today; it only grows wider with the learner's age. */
function lessonsOf(connection: Connection, today: Date): Answer['lessons'] {
  const { status, learnerBirthYear: birthYear, minor, videoWithdrawn = false } = connection
  if (status !== 'approved') return null
  const { maxMinutes, parentPresent } = ageRuleIn(tunisianYear(today), { birthYear, minor })
  return { maxMinutes, parentPresent, online: !videoWithdrawn }
}

const governorateOf = (profile: Profile | null): number | null => profile?.location.governorate_id ?? null
