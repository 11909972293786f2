import { randomUUID } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { isProblem, Problem, problem } from '@darsi/kit/http/problem.ts'
import { type Learner, learnerOf } from '../connections/learner.ts'
import type { Profile } from '../profiles/profile.ts'
import { type ConnectionParts, requestConnection } from './connection-commands.ts'
import { prepareRequest, type Wish } from './connection-request.ts'
import { isFull, wishOf } from './offer-places.ts'
import { requireSendable } from './waiting-request.ts'

/** Adds a request to the waiting list; the rules of a request apply. @throws problem as `POST /connections` does */
export async function joinWaitingList(parts: ConnectionParts, caller: Profile, wish: Wish) {
  const { waiting } = parts
  const request = await orDraft(parts, caller, wish, () => prepareRequest(parts, caller, wish))
  const kept = await waiting.keep({
    ...waitingRequest(caller, { ...wish, subject: request.subject }, parts.now()),
    learnerId: request.studentId ?? request.childId ?? caller._id,
    waitsFor: 'place',
  })
  return (await waiting.find(kept._id, caller._id)) ?? kept
}

/** Sends a waiting request to the teacher. @throws problem `not-found`, `place-not-offered` or as a request does */
export async function sendWaiting(parts: ConnectionParts, caller: Profile, id: string): Promise<string> {
  const { waiting, now } = parts
  const found = await waiting.find(id, caller._id)
  if (!found) throw problem('not-found')
  requireSendable(found, now())
  const isOffered = found.waitsFor === 'place'
  const connection = await requestConnection(parts, caller, wishOf(found), { isOffered })
  // if the process ends before this, the event of the request does it
  if (isOffered) await waiting.requested(connection)
  else await waiting.remove(id)
  return connection._id
}

/** A request that was sent ends waiting for its teacher. */
export async function endWaiting(
  { waiting }: Pick<ConnectionParts, 'waiting'>,
  { data }: DarsiEvent<'connection.requested'>,
): Promise<void> {
  const { connectionId: _id, teacherId, studentId = null, childId = null, requestedAt } = data
  await waiting.requested({ _id, teacherId, studentId, childId, requestedAt: new Date(requestedAt) })
}

export async function leaveWaitingList(parts: ConnectionParts, callerId: string, id: string): Promise<void> {
  const found = await parts.waiting.find(id, callerId)
  if (!found || found.connectionId) throw problem('not-found')
  await parts.waiting.remove(id)
  await parts.waiting.left(found.teacherId)
}

/** A minor has a guardian now: sends the requests that waited for one, or puts them on the list of a full teacher. */
export async function sendDrafts(
  parts: ConnectionParts,
  { data: { accountId = '' } }: { data: { accountId?: string | undefined } },
): Promise<void> {
  const { profiles, waiting } = parts
  const student = await profiles.find(accountId)
  if (!student) return
  for (const draft of await waiting.ofGuardianless(accountId)) {
    if (await isFull(parts, draft.teacherId)) {
      await waiting.joinLine(draft._id)
      continue
    }
    try {
      await requestConnection(parts, student, wishOf(draft))
      await waiting.remove(draft._id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      // others stay in the list, where their owner sends or deletes them
      if (error.slug === 'not-found') await waiting.remove(draft._id)
    }
  }
}

/** Runs a request; keeps it as a draft where only a guardian is missing. @throws the problem of the request */
export async function orDraft<T>(
  parts: ConnectionParts,
  caller: Profile,
  wish: Wish,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (isProblem(error, 'guardian-consent-required')) {
      const { subject } = await prepareRequest(parts, caller, wish, unguarded(caller))
      const draft = waitingRequest(caller, { ...wish, subject }, parts.now())
      await parts.waiting.keep({ ...draft, learnerId: caller._id, waitsFor: 'guardian' })
    }
    throw error
  }
}

/** What a request of this student still requires. */
export async function requestNeeds({ children, now }: ConnectionParts, student: Profile) {
  try {
    const { minor } = await learnerOf(student, {}, children, now())
    return { birthYear: false, guardian: false, minor }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      birthYear: error.slug === 'birth-year-required',
      guardian: error.slug === 'guardian-consent-required',
      minor: error.slug === 'guardian-consent-required',
    }
  }
}

const unguarded = (student: Profile): Learner => ({
  studentId: student._id,
  childId: null,
  guardianIds: [],
  minor: true,
  learnerBirthYear: null,
})

function waitingRequest(caller: Profile, wish: Wish & { subject: TeacherSubject }, at: Date) {
  const { teacherId, subject, message, preferredTimes = [], childId = null } = wish
  return {
    _id: randomUUID(),
    ...{ teacherId, subject, childId },
    requesterId: caller._id,
    message: message.trim(),
    preferredTimes,
    since: at,
    offeredAt: null,
    lapsedAt: null,
    connectionId: null,
  }
}
