import { randomUUID } from 'node:crypto'
import { type PreferredTime, preferredTimes } from '@darsi/contracts/reference/hours.ts'
import { offeredAs, subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { ChildStore } from '../children/child-store.ts'
import { familyOf } from '../connections/connection-parties.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { type Learner, learnerOf } from '../connections/learner.ts'
import { publicSubjects } from '../profiles/card-review.ts'
import { isFindable, type Profile } from '../profiles/profile.ts'
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
  connections: Pick<ConnectionStore, 'blocks' | 'exclusions' | 'findPausedPair' | 'openOfPair'>
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
  const wishedSubject = subjectFrom(wish.subject)
  const subject = wishedSubject && offeredAs(wishedSubject)
  const isTaught = publicSubjects(teacher).some((one) => subjectFrom(one) === subject)
  if (!subject || !isTaught) throw bodyInvalid([{ path: 'subject' }])
  const { teacherId, message, preferredTimes: wished = [] } = wish
  const request = {
    _id: randomUUID(),
    ...{ teacherId, requesterId: caller._id, subject, message: message.trim() },
    // each once, in the order of the week
    preferredTimes: preferredTimes.filter((time) => wished.includes(time)),
    ...learner,
  }
  if (await connections.findPausedPair(request)) throw problem('connection-paused')
  const blockers = await connections.blocks.between(teacherId, [caller._id, ...familyOf(learner)])
  if (blockers.length > 0) throw problem('thread-blocked')
  const family = [caller._id, learner.studentId, learner.childId, ...learner.guardianIds]
  if (await connections.exclusions.areApart(teacherId, family)) throw problem('connection-excluded')
  // claims decide between requests at once; those of a child that has its own account now name the child
  const openOnes = await connections.openOfPair(request)
  if (openOnes.some((one) => one.subject === subject)) throw problem('connection-exists')
  if (openOnes.some(({ status }) => status === 'pending')) throw problem('connection-waiting')
  return request
}
