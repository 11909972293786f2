import type { Agreement, ConnectionFlag, ConnectionStatus } from '@darsi/contracts/connections-api.ts'
import type { ConnectionEventType } from '@darsi/contracts/events.ts'
import type { TeacherSubject } from '@darsi/contracts/subjects.ts'
import { problem } from '@darsi/kit/problem.ts'

export type Needs = { teacher: Agreement; guardian: Agreement; admin: Agreement }

/** A learner, a teacher and a subject: the admin's "Connection Request" and the teacher's "Student Request". */
export type Connection = {
  _id: string
  status: ConnectionStatus
  teacherId: string
  requesterId: string
  /** The learner's account; null for a child without one. */
  studentId: string | null
  childId: string | null
  /** Accounts that guard a child or a minor. */
  guardianIds: string[]
  subject: TeacherSubject
  message: string
  minor: boolean
  learnerBirthYear: number | null
  /** The guardian took the consent to lessons by video back; absent in what was stored before that counted. */
  videoWithdrawn?: boolean
  flags: ConnectionFlag[]
  needs: Needs
  note: string
  requestedAt: Date
  /** Those who are waited for were reminded at this time. */
  remindedAt: Date | null
  decidedAt: Date | null
  adminReviewedAt: Date | null
}

export type Part = 'teacher' | 'student' | 'guardian'
export type Action = 'accept' | 'decline' | 'cancel' | 'consent' | 'end'
export type MoveType = Exclude<ConnectionEventType, 'connection.requested'>

/** What may be learned of a learner after the request. */
export type Learned = Pick<Connection, 'guardianIds' | 'minor' | 'learnerBirthYear' | 'videoWithdrawn'>

/** A connection after a move, with the event that tells of it. */
export type Moved = { changed: Connection; type: MoveType; by?: string }

const hour = 3600 * 1000
export const reminderMs = 48 * hour
export const expiryMs = 72 * hour

export const isOpen = ({ status }: Pick<Connection, 'status'>): boolean =>
  status === 'pending' || status === 'approved'

type Asked = Pick<
  Connection,
  | '_id'
  | 'teacherId'
  | 'requesterId'
  | 'studentId'
  | 'childId'
  | 'guardianIds'
  | 'subject'
  | 'message'
  | 'minor'
  | 'learnerBirthYear'
  | 'flags'
>

/** product.md §5: the teacher always, a guardian for a minor, an administrator for a minor or what was flagged. */
export function requested(asked: Asked, at: Date): Connection {
  const isGuardian = asked.guardianIds.includes(asked.requesterId)
  return {
    ...asked,
    status: 'pending',
    needs: {
      teacher: 'waiting',
      // a parent's own request carries the consent
      guardian: asked.minor ? (isGuardian ? 'agreed' : 'waiting') : 'none',
      admin: asked.minor || asked.flags.length > 0 ? 'waiting' : 'none',
    },
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

const ofPart = (connection: Connection, userId: string): readonly Action[] => {
  const part = partOf(connection, userId)
  if (!part) return []
  if (part === 'teacher') return ['accept', 'decline', 'end']
  // whoever asked takes back, all others refuse
  if (connection.requesterId === userId)
    return part === 'guardian' ? ['consent', 'cancel', 'end'] : ['cancel', 'end']
  if (part === 'guardian' && connection.minor) return ['consent', 'decline', 'end']
  return ['end']
}

const isInTime = ({ status, needs }: Connection, action: Action): boolean => {
  if (action === 'end') return status === 'approved'
  if (status !== 'pending') return false
  if (action === 'accept') return needs.teacher === 'waiting'
  return action !== 'consent' || needs.guardian === 'waiting'
}

/** Nobody decided for 72 hours; the clock that says so may be a little behind. */
const isLate = ({ status, requestedAt }: Connection, at: Date): boolean =>
  status === 'pending' && at.getTime() - requestedAt.getTime() >= expiryMs

/** What the caller may do now. */
export function actionsOf(connection: Connection, userId: string): Action[] {
  return ofPart(connection, userId).filter((action) => isInTime(connection, action))
}

/**
 * One step by a person.
 * @throws problem `not-found` for who is no party, `forbidden` for a party whose step it is not, `connection-state`
 * when it comes twice or late
 */
export function move(
  connection: Connection,
  { action, by, note, at }: { action: Action; by: string; note: string; at: Date },
): Moved {
  const part = partOf(connection, by)
  if (!part) throw problem('not-found')
  if (!ofPart(connection, by).includes(action)) throw problem('forbidden')
  if (!isInTime(connection, action) || isLate(connection, at)) throw problem('connection-state')
  const noted = { ...connection, note: note.trim() }
  if (action === 'accept' || action === 'consent')
    return { ...agree(noted, action === 'accept' ? 'teacher' : 'guardian', at), by }
  if (action === 'decline') return { ...refuse(noted, part === 'teacher' ? 'teacher' : 'guardian', at), by }
  if (action === 'cancel') return { ...close(noted, 'cancelled', at), by }
  return { ...close(noted, 'ended', at), by }
}

/**
 * An administrator's decision; null when it comes too late to count. A refusal that the others' agreement was quicker
 * than ends what that opened: the administrator was told that it is refused.
 */
export function review(
  connection: Connection,
  { decision, by, notes, at }: { decision: 'approved' | 'declined'; by: string; notes: string; at: Date },
): Moved | null {
  if (!isOpen(connection) || connection.adminReviewedAt || isLate(connection, at)) return null
  const reviewed = { ...connection, adminReviewedAt: at }
  if (decision === 'declined') return { ...refuse({ ...reviewed, note: notes.trim() }, 'admin', at), by }
  return connection.status === 'pending' ? { ...agree(reviewed, 'admin', at), by } : null
}

/** What the clock does: one reminder after 48 hours, the end after 72; null when it has nothing to do yet. */
export function tick(connection: Connection, now: Date): Moved | null {
  if (connection.status !== 'pending') return null
  if (isLate(connection, now)) return close(connection, 'expired', now)
  const age = now.getTime() - connection.requestedAt.getTime()
  if (age < reminderMs || connection.remindedAt) return null
  return { changed: { ...connection, remindedAt: now }, type: 'connection.expiring' }
}

/** When the clock has to look again; null once nothing is waited for. */
export function dueAt({ status, requestedAt, remindedAt }: Connection): Date | null {
  if (status !== 'pending') return null
  return new Date(requestedAt.getTime() + (remindedAt ? expiryMs : reminderMs))
}

/** What it rested on is gone: an account, the child, a guardian or a consent. Null when it was closed before. */
export function fallAway(
  connection: Connection,
  gone: 'teacher' | 'learner' | 'consent',
  at: Date,
): Moved | null {
  if (!isOpen(connection)) return null
  const silent = { ...connection, note: '' }
  if (connection.status === 'approved') return close(silent, 'ended', at)
  if (gone === 'learner') return close(silent, 'cancelled', at)
  return refuse(silent, gone === 'teacher' ? 'teacher' : 'guardian', at)
}

/** What was learned since of the learner and of those who guard it; of a closed one only who may see it counts. */
export function realign(connection: Connection, today: Learned): Moved | null {
  const { guardianIds, ...learned } = today
  const known = isOpen(connection) ? learned : {}
  const left =
    !guardianIds.includes(connection.requesterId) && connection.studentId !== connection.requesterId
  const changed = {
    ...connection,
    ...known,
    guardianIds: [...guardianIds],
    // who asked and guards no longer is no party any more
    requesterId: (left && guardianIds[0]) || connection.requesterId,
    ...(guardianIds.length === 0 && !connection.studentId && { message: '', note: '' }),
  }
  return isSame(connection, changed) ? null : { changed, type: 'connection.changed' }
}

/** The learner is an adult with an own account: nobody guards any more, and nothing waits for a guardian. */
export function comeOfAge(connection: Connection, studentId: string, at: Date): Moved | null {
  const { guardianIds, requesterId, needs, status } = connection
  const own = {
    ...connection,
    studentId,
    childId: null,
    guardianIds: [],
    requesterId: guardianIds.includes(requesterId) ? studentId : requesterId,
  }
  // what is over stays a minor's: only who may see it changes
  if (!isOpen(connection)) return { changed: own, type: 'connection.changed' }
  const changed = {
    ...own,
    minor: false,
    videoWithdrawn: false,
    needs: { ...needs, guardian: 'none' as const },
  }
  const isDone = Object.values(changed.needs).every((need) => need === 'agreed' || need === 'none')
  if (status === 'pending' && isDone)
    return { changed: { ...changed, status: 'approved', decidedAt: at }, type: 'connection.approved' }
  return { changed, type: 'connection.changed' }
}

function isSame(before: Connection, after: Connection): boolean {
  return (
    before.guardianIds.length === after.guardianIds.length &&
    after.guardianIds.every((userId) => before.guardianIds.includes(userId)) &&
    before.minor === after.minor &&
    before.learnerBirthYear === after.learnerBirthYear &&
    (before.videoWithdrawn ?? false) === (after.videoWithdrawn ?? false)
  )
}

function agree(connection: Connection, who: keyof Needs, at: Date): Moved {
  const changed = { ...connection, needs: { ...connection.needs, [who]: 'agreed' as const } }
  const isDone = Object.values(changed.needs).every((need) => need === 'agreed' || need === 'none')
  if (!isDone) return { changed, type: 'connection.agreed' }
  return { changed: { ...changed, status: 'approved', decidedAt: at }, type: 'connection.approved' }
}

function refuse(connection: Connection, who: keyof Needs, at: Date): Moved {
  const needs = { ...connection.needs, [who]: 'refused' as const }
  return close({ ...connection, needs }, connection.status === 'approved' ? 'ended' : 'declined', at)
}

function close(
  connection: Connection,
  status: 'declined' | 'cancelled' | 'expired' | 'ended',
  at: Date,
): Moved {
  return { changed: { ...connection, status, decidedAt: at }, type: `connection.${status}` }
}
