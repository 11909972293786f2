import type { Connection as Answer, LearnerDetails } from '@darsi/contracts/calls/users/connections-api.ts'
import { sectionOfGrade } from '@darsi/contracts/reference/curriculum.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { requestExpiryMs } from '@darsi/contracts/rules/requests.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { publicCard } from '../profiles/card-review.ts'
import { type Profile, textOf } from '../profiles/profile.ts'
import { actionsOf, type Connection, isOpen, partOf } from './connection.ts'
import type { Parties } from './connection-parties.ts'

/** A connection as one of its parties may see it (product.md §7). */
export function connectionAnswer(
  connection: Connection & { v: number },
  parties: Parties,
  viewerId: string,
): Answer {
  const { _id, status, subject, message, needs, teacherId, requestedAt, note } = connection
  const { teacher } = parties
  const isHeld = isHeldBack(connection)
  const isTeacher = partOf(connection, viewerId) === 'teacher'
  const isPending = status === 'pending'
  return {
    id: _id,
    status,
    subject,
    message: isTeacher && isHeld ? '' : message,
    ...(isHeld && !isTeacher && { held: true as const }),
    ...(connection.pause?.pausedFor && { pausedFor: connection.pause.pausedFor }),
    preferredTimes: isClosedFor(connection, viewerId) ? [] : [...connection.preferredTimes],
    needs,
    teacher: {
      id: teacherId,
      name: teacher?.fullName ?? '',
      photo: teacher && publicCard(teacher).photo,
      governorateId: governorateOf(teacher),
    },
    student: learnerAnswer(connection, parties, viewerId),
    contact: contactFor(connection, parties, viewerId),
    lessons: lessonsOf(connection, new Date()),
    requestedAt: requestedAt.toISOString(),
    expiresAt: isPending ? new Date(requestedAt.getTime() + requestExpiryMs).toISOString() : null,
    decidedAt: connection.decidedAt?.toISOString() ?? null,
    adminReviewedAt: connection.adminReviewedAt?.toISOString() ?? null,
    note,
    actions: actionsOf(connection, viewerId),
    // the thread is created by the approval
    threadId: hasThread(connection) ? _id : null,
    version: connection.v,
  }
}

const hasThread = ({ status, pause }: Connection): boolean =>
  status === 'approved' || status === 'ended' || (status === 'suspended' && pause?.from === 'approved')

/**
 * The learner's name as this viewer may see it. The learner's side sees the full name, the teacher an adult's once the
 * connection is approved. The teacher of a closed connection no longer sees a minor's name.
 */
function learnerName(connection: Connection, { student, child }: Parties, viewerId: string): string {
  const full = student?.fullName ?? child?.firstName ?? ''
  if (partOf(connection, viewerId) !== 'teacher') return full
  if (connection.minor) return isOpen(connection) ? firstNameOf(full) : ''
  return connection.status === 'approved' ? full : firstNameOf(full)
}

/** The teacher of a closed connection no longer sees anything about the learner. */
const isClosedFor = (connection: Connection, viewerId: string): boolean =>
  partOf(connection, viewerId) === 'teacher' && !isOpen(connection)

function learnerAnswer(connection: Connection, parties: Parties, viewerId: string): Answer['student'] {
  const { studentId, childId, minor } = connection
  const { student, child, guardians } = parties
  const own = student?.roleData
  const isClosed = isClosedFor(connection, viewerId)
  const grade = isClosed ? '' : textOf(own?.['currentGrade']) || (child?.grade ?? '')
  return {
    id: studentId ?? childId ?? '',
    childId,
    name: learnerName(connection, parties, viewerId),
    minor,
    educationLevel: isClosed ? '' : textOf(own?.['educationLevel']) || (child?.educationLevel ?? ''),
    grade,
    section: sectionOfGrade(textOf(own?.['section']) || (child?.section ?? ''), grade),
    governorateId: isClosed ? null : governorateOf(student ?? guardians[0] ?? null),
    details: detailsFor(connection, parties, viewerId),
  }
}

/** The learner's description for the teacher of an approved connection; an account's only if its profile is visible. */
function detailsFor(connection: Connection, parties: Parties, viewerId: string): LearnerDetails | null {
  if (connection.status !== 'approved' || partOf(connection, viewerId) !== 'teacher') return null
  const { student, child } = parties
  // as in a minor's messages: the account may have written the text when it was not connected yet
  const withoutContact = (text: string) => (connection.minor && contactDetailsIn(text).length > 0 ? '' : text)
  if (!student)
    return (
      child && {
        ...noDetails,
        subjects: child.subjects,
        additionalInfo: withoutContact(child.additionalInfo),
      }
    )
  if (!student.privacy.profileVisible) return null
  const { roleData } = student
  const checked = (field: string) => withoutContact(textOf(roleData[field]))
  return {
    subjects: Array.isArray(roleData['subjects']) ? roleData['subjects'].map(textOf) : [],
    otherSubject: checked('otherSubject'),
    adultLearningType: textOf(roleData['adultLearningType']),
    professionalCareer: checked('professionalCareer'),
    englishLevel: textOf(roleData['englishLevel']),
    additionalInfo: checked('additionalInfo'),
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

/**
 * The other side's phone and e-mail while the connection is approved, if that side makes them visible. For a minor they
 * are exchanged between teacher and guardians: a minor's own are never visible, and a minor sees no other person's.
 */
function contactFor(connection: Connection, parties: Parties, viewerId: string): Answer['contact'] {
  if (connection.status !== 'approved') return null
  if (connection.minor && connection.studentId === viewerId) return null
  const { teacher, student, guardians } = parties
  const forTeacher = partOf(connection, viewerId) === 'teacher'
  const learners = connection.minor || !student ? guardians : [student]
  const others = forTeacher ? learners : teacher ? [teacher] : []
  const visible = others.find(({ privacy }) => privacy.contactVisible)
  return visible ? { phone: visible.phone, email: visible.email } : null
}

/** The rules for lessons at the learner's present age. */
function lessonsOf(connection: Connection, today: Date): Answer['lessons'] {
  const { status, learnerBirthYear: birthYear, minor, videoWithdrawn } = connection
  if (status !== 'approved') return null
  const { maxMinutes, parentPresent } = ageRuleOn(today, { birthYear, minor })
  return { maxMinutes, parentPresent, online: !videoWithdrawn }
}

const governorateOf = (profile: Profile | null): number | null => profile?.location.governorate_id ?? null
