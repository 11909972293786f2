import type { PreferredTime } from '@darsi/contracts/reference/hours.ts'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'

/**
 * A request that is written but not sent: a minor's until a guardian is linked, or any learner's until the teacher has
 * a place. One per learner and teacher.
 */
export type WaitingRequest = {
  _id: string
  teacherId: string
  /** The account or, for a child without one, the child. */
  learnerId: string
  childId: string | null
  requesterId: string
  subject: TeacherSubject
  message: string
  preferredTimes: readonly PreferredTime[]
  waitsFor: 'guardian' | 'place'
  since: Date
  offeredAt: Date | null
  /** The offer was not used in time: the request is over. */
  lapsedAt: Date | null
  /** The request that used the offer; the place stays held until the teacher has answered it. */
  connectionId: string | null
}

/** An offered place that nobody takes is free again after this time. */
export const offerMs = dayMs

/** The request is in the list without an offered place. */
export const isInLine = ({ waitsFor, offeredAt, lapsedAt }: WaitingRequest): boolean =>
  waitsFor === 'place' && !offeredAt && !lapsedAt

export const offeredUntil = ({ offeredAt }: Pick<WaitingRequest, 'offeredAt'>): Date | null =>
  offeredAt && new Date(offeredAt.getTime() + offerMs)

/** Null for a request that is no longer in the list: two processes may offer at once. */
export const offer = (request: WaitingRequest, at: Date): WaitingRequest | null =>
  isInLine(request) ? { ...request, offeredAt: at } : null

/** Ends a request whose offer was not used within 24 hours; null when nothing is due. */
export function lapse(request: WaitingRequest, now: Date): WaitingRequest | null {
  const until = offeredUntil(request)
  if (!until || request.lapsedAt || request.connectionId || now < until) return null
  return { ...request, lapsedAt: now }
}

/**
 * Checks that the request may be sent now: a place is offered, or it waits for a guardian, which the request itself
 * checks. @throws problem `place-not-offered`
 */
export function requireSendable(request: WaitingRequest, now: Date): void {
  if (request.waitsFor === 'guardian') return
  const until = offeredUntil(request)
  if (!until || request.lapsedAt || request.connectionId || now >= until) throw problem('place-not-offered')
}
