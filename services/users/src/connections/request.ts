import { randomUUID } from 'node:crypto'
import { isMinor } from '@darsi/contracts/registration-rules.ts'
import { subjectFrom, type TeacherSubject } from '@darsi/contracts/subjects.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import { birthYearOf, isMinorAccount, type Profile } from '../profile.ts'
import type { Connection } from './connection.ts'

export type Wish = {
  teacherId: string
  subject: TeacherSubject
  message: string
  childId?: string | undefined
}
export type Learner = Pick<Connection, 'studentId' | 'childId' | 'guardianIds' | 'minor' | 'learnerBirthYear'>

/**
 * For whom the caller asks.
 * @throws problem `guardian-consent-required` for a minor whom nobody guards, `child-required` or `not-found`
 */
export async function learnerOf(
  caller: Profile,
  { childId }: Pick<Wish, 'childId'>,
  children: Pick<ChildStore, 'guarded' | 'ofAccount'>,
  now: Date,
): Promise<Learner> {
  if (caller.role !== 'student') {
    if (!childId) throw problem('child-required')
    const child = await children.guarded(childId, caller._id)
    if (!child) throw problem('not-found')
    return learnerFromChild(child, now)
  }
  if (childId) throw problem('not-found')
  const child = await children.ofAccount(caller._id)
  if (child) return learnerFromChild(child, now, caller)
  if (isMinorAccount(caller, now)) throw problem('guardian-consent-required')
  return {
    studentId: caller._id,
    childId: null,
    guardianIds: [],
    minor: false,
    learnerBirthYear: birthYearOf(caller),
  }
}

/** Who the learner is today: by what the guardians keep of the child, or by the own profile. */
export function learnerToday(
  { student, child }: { student: Profile | null; child: Child | null },
  today: Date,
): Pick<Learner, 'minor' | 'learnerBirthYear'> {
  if (child) return learnerFromChild(child, today, student)
  if (!student) return { minor: false, learnerBirthYear: null }
  return { minor: isMinorAccount(student, today), learnerBirthYear: birthYearOf(student) }
}

/** A request to a teacher who gives that subject. @throws problem `body-invalid` */
export function wished(caller: Profile, learner: Learner, teacher: Profile, wish: Wish) {
  const taught = teacher.roleData['teachingSubjects']
  const isTaught = Array.isArray(taught) && taught.some((one) => subjectFrom(String(one)) === wish.subject)
  if (!isTaught) throw problem('body-invalid', { params: { fields: 'subject' } })
  const { teacherId, subject, message } = wish
  return {
    _id: randomUUID(),
    teacherId,
    requesterId: caller._id,
    subject,
    message: message.trim(),
    ...learner,
  }
}

function learnerFromChild(child: Child, today: Date, student: Profile | null = null): Learner {
  const { _id, accountId, guardianIds, birthYear, educationLevel } = child
  return {
    studentId: accountId,
    childId: _id,
    guardianIds,
    // an account is guarded until it is handed over, whatever its own profile says
    minor: accountId !== null || isMinor({ birthYear, educationLevel, today }),
    learnerBirthYear: birthYear ?? (student && birthYearOf(student)),
  }
}
