import { type Connection, isOpen, statusBeforePause } from '../connection.ts'

/**
 * A right that only one connection may have; the id names the right. A place that is offered belongs to a request on the
 * waiting list, whose id `connectionId` is then.
 */
export type Claim = { _id: string; connectionId: string; at: Date }
export type ClaimHolder = Pick<Connection, 'status' | 'needs' | 'pause'> | 'offer'
type Ids = Pick<Connection, 'studentId' | 'childId' | 'teacherId' | 'subject'>

/** A claim is written just before its connection; after this time the process in between must have died. */
const graceMs = 60_000
/** product.md §5: requests of one learner that may wait at once for an answer; as many may wait for a place. */
export const maxWaiting = 5

/** The one open connection of a learner with a teacher for a subject. */
export const subjectClaim = (of: Ids): string => [learnerOf(of), of.teacherId, of.subject].join('|')
/** The one request of a learner that waits for a teacher's answer. */
export const requestClaim = (of: Ids): string => ['waiting', learnerOf(of), of.teacherId].join('|')
/** The requests of a learner that may wait at once. */
export const waitingClaims = (of: Ids): string[] => numbered(`waiting|${learnerOf(of)}`, maxWaiting)
export const placeClaims = (teacherId: string, places: number): string[] => numbered(teacherId, places)

/** Decides whether an existing claim blocks another connection. @param holder null when it was never written */
export function isClaimHeld({ _id, at }: Claim, holder: ClaimHolder | null, now: Date): boolean {
  const isYoung = now.getTime() - at.getTime() < graceMs
  if (!holder) return isYoung
  if (holder === 'offer') return true
  if (_id.startsWith('waiting|')) return statusBeforePause(holder) === 'pending'
  if (!_id.includes('#')) return isOpen(holder)
  // a place is held from the teacher's agreement, which is written just after the claim
  return isOpen(holder) && (hasAgreement(holder) || isYoung)
}

export const hasAgreement = (holder: ClaimHolder | null): boolean =>
  holder !== null && holder !== 'offer' && holder.needs.teacher === 'agreed'

const learnerOf = ({ studentId, childId }: Ids): string => String(studentId ?? childId)

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}#${index}`)
