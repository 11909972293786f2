import { isDeepStrictEqual } from 'node:util'
import {
  type Agreement,
  type ConnectionFlag,
  type ConnectionStatus,
  isOpenConnection,
  type PausedFor,
} from '@darsi/contracts/calls/users/connections-api.ts'
import type { ConnectionEventType } from '@darsi/contracts/events/events.ts'
import type { PreferredTime } from '@darsi/contracts/reference/hours.ts'
import type { EducationLevel } from '@darsi/contracts/reference/levels.ts'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import { requestExpiryMs, requestReminderMs } from '@darsi/contracts/rules/requests.ts'
import { problem } from '@darsi/kit/http/problem.ts'

type Needs = { teacher: Agreement; guardian: Agreement; admin: Agreement }

/** The status before the pause, when the newest alert was raised and why, and since when the connection is paused. */
type Pause = { from: 'pending' | 'approved'; stoppedAt: Date; since: Date; pausedFor: PausedFor | null }

/** A learner, a teacher and a subject: the admin's "Connection Request" and the teacher's "Student Request". */
export type Connection = {
  _id: string
  status: ConnectionStatus
  teacherId: string
  requesterId: string
  /** The learner's account; null for a child without one. */
  studentId: string | null
  childId: string | null
  guardianIds: string[]
  subject: TeacherSubject
  message: string
  preferredTimes: readonly PreferredTime[]
  minor: boolean
  learnerBirthYear: number | null
  /** The learner's school level, for group hours and the ministry's report; absent when the learner did not say. */
  learnerLevel?: EducationLevel
  /** The guardian withdrew the consent to video lessons. */
  videoWithdrawn: boolean
  /** Version of the child's data in the last event; absent for adults. */
  childVersion?: number
  flags: ConnectionFlag[]
  needs: Needs
  /** Kept until an administrator decides, also when the connection is closed meanwhile. */
  pause: Pause | null
  /** Its people who blocked the other side, as `blocks` says: a copy for the events. */
  blockedBy: string[]
  /** Time of an administrator's newest decision on a pause. */
  liftedAt: Date | null
  note: string
  requestedAt: Date
  /** When the reminder was sent to those who have not answered. */
  remindedAt: Date | null
  decidedAt: Date | null
  adminReviewedAt: Date | null
}

type Part = 'teacher' | 'student' | 'guardian'
export type Action = 'accept' | 'decline' | 'cancel' | 'consent' | 'end' | 'release'
export type MoveType = Exclude<ConnectionEventType, 'connection.requested'>

type LearnerUpdate = Pick<
  Connection,
  | 'guardianIds'
  | 'minor'
  | 'learnerBirthYear'
  | 'learnerLevel'
  | 'videoWithdrawn'
  | 'childVersion'
  | 'blockedBy'
>

export type Moved = { changed: Connection; type: MoveType; by?: string; released?: true }

export const isOpen = (connection: Pick<Connection, 'status'>): boolean => isOpenConnection(connection)

type RequestFields = Pick<
  Connection,
  | '_id'
  | 'teacherId'
  | 'requesterId'
  | 'studentId'
  | 'childId'
  | 'guardianIds'
  | 'subject'
  | 'message'
  | 'preferredTimes'
  | 'minor'
  | 'learnerBirthYear'
  | 'learnerLevel'
  | 'childVersion'
  | 'flags'
>

/** product.md §5: the teacher always agrees, a guardian for a minor, an administrator for a minor or a flagged request. */
export function newConnection(
  request: RequestFields,
  at: Date,
  { isBound = false }: { isBound?: boolean | undefined } = {},
): Connection {
  const isGuardian = request.guardianIds.includes(request.requesterId)
  return {
    ...request,
    status: 'pending',
    needs: {
      teacher: 'waiting',
      // a guardian's own request includes the consent, unless another guardian's withdrawal binds
      guardian: request.minor ? (isGuardian && !isBound ? 'agreed' : 'waiting') : 'none',
      admin: request.minor || request.flags.length > 0 ? 'waiting' : 'none',
    },
    videoWithdrawn: false,
    pause: null,
    blockedBy: [],
    liftedAt: null,
    note: '',
    requestedAt: at,
    remindedAt: null,
    decidedAt: null,
    adminReviewedAt: null,
  }
}

export function partOf(connection: Connection, userId: string): Part | null {
  if (connection.teacherId === userId) return 'teacher'
  if (connection.studentId === userId) return 'student'
  return connection.guardianIds.includes(userId) ? 'guardian' : null
}

/** The actions of a party, whatever the connection's status. */
const actionsOfParty = (connection: Connection, userId: string): readonly Action[] => {
  const part = partOf(connection, userId)
  if (!part) return []
  if (part === 'teacher') return ['accept', 'decline', 'end']
  // the requester cancels, the others decline
  if (connection.requesterId === userId)
    return part === 'guardian' ? ['consent', 'cancel', 'end'] : ['cancel', 'end']
  if (part === 'guardian' && connection.minor) return ['consent', 'decline', 'end', 'release']
  return ['end']
}

const isInTime = (connection: Connection, action: Action): boolean => {
  const { status, needs } = connection
  if (action === 'end') return status === 'approved'
  if (action === 'release') return isOpenConnection(connection) && isHeldBack(connection)
  if (status !== 'pending') return false
  if (action === 'accept') return needs.teacher === 'waiting'
  return action !== 'consent' || needs.guardian === 'waiting'
}

/** A guardian lets the message of a request through: it no longer counts against its author. */
const release = (connection: Connection): Moved => ({
  changed: { ...connection, flags: connection.flags.filter((flag) => flag !== 'contact-details') },
  type: 'connection.changed',
  released: true,
})

/** Undecided for 72 hours; the sweeper may not have expired it yet. */
const isLate = ({ status, requestedAt }: Connection, at: Date): boolean =>
  status === 'pending' && at.getTime() - requestedAt.getTime() >= requestExpiryMs

export const statusBeforePause = ({
  status,
  pause,
}: Pick<Connection, 'status' | 'pause'>): ConnectionStatus =>
  status === 'suspended' ? (pause?.from ?? 'approved') : status

export function actionsOf(connection: Connection, userId: string): Action[] {
  return actionsOfParty(connection, userId).filter((action) => isInTime(connection, action))
}

/**
 * One action of a person.
 * @throws problem `not-found` for a person who is no party, `forbidden` for a party that may not take this action,
 * `connection-state` when it is repeated or late, `connection-paused` while an alert pauses the connection
 */
export function move(
  connection: Connection,
  { action, by, note, at }: { action: Action; by: string; note: string; at: Date },
): Moved {
  const part = partOf(connection, by)
  if (!part) throw problem('not-found')
  if (!actionsOfParty(connection, by).includes(action)) throw problem('forbidden')
  if (connection.status === 'suspended') throw problem('connection-paused')
  if (!isInTime(connection, action) || isLate(connection, at)) throw problem('connection-state')
  const noted = { ...connection, note: note.trim() }
  if (action === 'accept' || action === 'consent')
    return { ...agree(noted, action === 'accept' ? 'teacher' : 'guardian', at), by }
  if (action === 'decline') return { ...refuse(noted, part === 'teacher' ? 'teacher' : 'guardian', at), by }
  if (action === 'release') return { ...release(connection), by }
  if (action === 'cancel') return { ...close(noted, 'cancelled', at), by }
  return { ...close(noted, 'ended', at), by }
}

/**
 * An administrator's decision; null when it is too late. A refusal still ends a connection that the others' agreement
 * opened at the same moment, because the administrator's call has already answered that it is refused.
 */
export function review(
  connection: Connection,
  { decision, by, notes, at }: { decision: 'approved' | 'declined'; by: string; notes: string; at: Date },
): Moved | null {
  if (!isOpen(connection) || connection.adminReviewedAt || isLate(connection, at)) return null
  const reviewed = { ...connection, adminReviewedAt: at }
  if (decision === 'declined') return { ...refuse({ ...reviewed, note: notes.trim() }, 'admin', at), by }
  return statusBeforePause(connection) === 'pending' ? { ...agree(reviewed, 'admin', at), by } : null
}

/** One reminder after 48 hours, expiry after 72; null when nothing is due. */
export function expireOrRemind(connection: Connection, now: Date): Moved | null {
  if (connection.status !== 'pending') return null
  if (isLate(connection, now)) return close(connection, 'expired', now)
  const age = now.getTime() - connection.requestedAt.getTime()
  if (age < requestReminderMs || connection.remindedAt) return null
  return { changed: { ...connection, remindedAt: now }, type: 'connection.expiring' }
}

/** When `expireOrRemind` next has something to do; null once the request is decided. */
export function dueAt({ status, requestedAt, remindedAt }: Connection): Date | null {
  if (status !== 'pending') return null
  return new Date(requestedAt.getTime() + (remindedAt ? requestExpiryMs : requestReminderMs))
}

/** Closes a connection that lost an account or a consent which it requires; null when it is closed already. */
export function fallAway(
  connection: Connection,
  missing: 'teacher' | 'learner' | 'consent',
  at: Date,
): Moved | null {
  if (!isOpen(connection)) return null
  const withoutNote = { ...connection, note: '' }
  if (statusBeforePause(connection) === 'approved') return close(withoutNote, 'ended', at)
  if (missing === 'learner') return close(withoutNote, 'cancelled', at)
  return refuse(withoutNote, missing === 'teacher' ? 'teacher' : 'guardian', at)
}

/** Copies what changed of the learner and the guardians; of a closed connection only its readers and blocks change. */
export function updateLearner(connection: Connection, update: LearnerUpdate): Moved | null {
  const { guardianIds, blockedBy, ...learner } = update
  const { childVersion } = learner
  // two changes at once: the one that read the child before must not restore its name
  if (childVersion !== undefined && childVersion < (connection.childVersion ?? 0)) return null
  const copied = isOpen(connection) ? learner : { ...(childVersion !== undefined && { childVersion }) }
  const requesterLeft =
    !guardianIds.includes(connection.requesterId) && connection.studentId !== connection.requesterId
  const changed = {
    ...connection,
    ...copied,
    guardianIds: [...guardianIds],
    blockedBy: [...blockedBy],
    // a requester who is no longer a guardian is no party any more
    requesterId: (requesterLeft && guardianIds[0]) || connection.requesterId,
    ...(guardianIds.length === 0 && !connection.studentId && { message: '', note: '' }),
  }
  return isSame(connection, changed) ? null : { changed, type: 'connection.changed' }
}

/** Null when nothing changes. */
export function setBlocks(connection: Connection, blockedBy: readonly string[]): Moved | null {
  const changed = { ...connection, blockedBy: [...blockedBy] }
  return isDeepStrictEqual(connection.blockedBy, changed.blockedBy)
    ? null
    : { changed, type: 'connection.changed' }
}

/** The learner is an adult with an account: guardians leave the connection and their agreement is no longer needed. */
export function comeOfAge(connection: Connection, studentId: string, at: Date): Moved | null {
  const { guardianIds, requesterId, needs, status } = connection
  const own = {
    ...connection,
    studentId,
    childId: null,
    guardianIds: [],
    requesterId: guardianIds.includes(requesterId) ? studentId : requesterId,
    blockedBy: connection.blockedBy.filter((userId) => !guardianIds.includes(userId)),
  }
  // a closed connection stays a minor's: only its readers change
  if (!isOpen(connection)) return { changed: own, type: 'connection.changed' }
  const changed = {
    ...own,
    minor: false,
    videoWithdrawn: false,
    needs: { ...needs, guardian: 'none' as const },
  }
  if (status === 'pending' && isAgreed(changed.needs))
    return { changed: { ...changed, status: 'approved', decidedAt: at }, type: 'connection.approved' }
  return { changed, type: 'connection.changed' }
}

function isSame(before: Connection, after: Connection): boolean {
  return (
    before.guardianIds.length === after.guardianIds.length &&
    after.guardianIds.every((userId) => before.guardianIds.includes(userId)) &&
    before.minor === after.minor &&
    before.learnerBirthYear === after.learnerBirthYear &&
    before.learnerLevel === after.learnerLevel &&
    before.childVersion === after.childVersion &&
    before.videoWithdrawn === after.videoWithdrawn &&
    isDeepStrictEqual(before.blockedBy, after.blockedBy)
  )
}

function agree(connection: Connection, who: keyof Needs, at: Date): Moved {
  const changed = { ...connection, needs: { ...connection.needs, [who]: 'agreed' as const } }
  // a paused connection opens when an administrator reopens it
  if (!isAgreed(changed.needs) || connection.status === 'suspended')
    return { changed, type: 'connection.agreed' }
  return { changed: { ...changed, status: 'approved', decidedAt: at }, type: 'connection.approved' }
}

export function refuse(connection: Connection, who: keyof Needs, at: Date): Moved {
  const needs = { ...connection.needs, [who]: 'refused' as const }
  const status = statusBeforePause(connection) === 'approved' ? 'ended' : 'declined'
  return close({ ...connection, needs }, status, at)
}

export function close(
  connection: Connection,
  status: 'declined' | 'cancelled' | 'expired' | 'ended',
  at: Date,
): Moved {
  return { changed: { ...connection, status, decidedAt: at }, type: `connection.${status}` }
}

export const isAgreed = (needs: Needs): boolean =>
  Object.values(needs).every((need) => need === 'agreed' || need === 'none')

/** Whether an erased person leaves the connection without a teacher, a learner or any guardian. */
export function hasNobodyWithout({ teacherId, studentId, guardianIds }: Connection, userId: string): boolean {
  return teacherId === userId || studentId === userId || guardianIds.every((id) => id === userId)
}
