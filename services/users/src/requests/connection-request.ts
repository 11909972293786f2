import { randomUUID } from 'node:crypto'
import { type PreferredTime, preferredTimes } from '@darsi/contracts/reference/hours.ts'
import { offeredAs, subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { type Learner, learnerFromChild, levelOf } from '../connections/learner.ts'
import { publicSubjects } from '../profiles/card-review.ts'
import { birthYearOf, isAgeUnknown, isFindable, isMinorAccount, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'

export type Wish = {
  teacherId: string
  /** A key, or a label in any language. */
  subject: string
  message: string
  preferredTimes?: readonly PreferredTime[] | undefined
  childId?: string | undefined
}
export type RequestParts = {
  connections: Pick<ConnectionStore, 'findPausedPair' | 'openOfPair'>
  profiles: Pick<ProfileStore, 'find'>
  children: Pick<ChildStore, 'guarded' | 'ofAccount'>
  now: () => Date
}

/**
 * The request of a caller, checked and not written.
 * @throws problem as the contract of `POST /connections` names them
 */
export async function prepareRequest(
  { connections, profiles, children, now }: RequestParts,
  caller: Profile,
  wish: Wish,
  known?: Learner,
) {
  const learner = known ?? (await learnerOf(caller, wish, children, now()))
  const teacher = await profiles.find(wish.teacherId)
  if (!teacher || !isFindable(teacher)) throw problem('not-found')
  const request = requestFor(caller, learner, teacher, wish)
  if (await connections.findPausedPair(request)) throw problem('connection-paused')
  // claims decide between requests at once; those of a child that has its own account now name the child
  const openOnes = await connections.openOfPair(request)
  if (openOnes.some(({ subject }) => subject === request.subject)) throw problem('connection-exists')
  if (openOnes.some(({ status }) => status === 'pending')) throw problem('connection-waiting')
  return request
}

/**
 * The learner for whom the caller requests: the caller, or one of the caller's children.
 * @throws problem `birth-year-required` for a student of unknown age, `guardian-consent-required` for a minor without
 * a guardian, `child-required` or `not-found`
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
  if (isAgeUnknown(caller) && (child?.birthYear ?? null) === null) throw problem('birth-year-required')
  if (child) return learnerFromChild(child, now, caller)
  if (isMinorAccount(caller, now)) throw problem('guardian-consent-required')
  return {
    studentId: caller._id,
    childId: null,
    guardianIds: [],
    minor: false,
    learnerBirthYear: birthYearOf(caller),
    ...levelOf(caller.roleData['educationLevel']),
  }
}

/** @throws problem `body-invalid` when the teacher does not teach the subject */
export function requestFor(caller: Profile, learner: Learner, teacher: Profile, wish: Wish) {
  const wishedSubject = subjectFrom(wish.subject)
  const subject = wishedSubject && offeredAs(wishedSubject)
  const isTaught = publicSubjects(teacher).some((one) => subjectFrom(one) === subject)
  if (!subject || !isTaught) throw bodyInvalid([{ path: 'subject' }])
  const { teacherId, message, preferredTimes: wished = [] } = wish
  return {
    _id: randomUUID(),
    teacherId,
    requesterId: caller._id,
    subject,
    message: message.trim(),
    // each once, in the order of the week
    preferredTimes: preferredTimes.filter((time) => wished.includes(time)),
    ...learner,
  }
}
