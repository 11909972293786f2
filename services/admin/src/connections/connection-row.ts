import type { ListedConnection } from '@darsi/contracts/calls/admin/admin-connections-api.ts'
import type { ConnectionStatus } from '@darsi/contracts/calls/users/connections-api.ts'
import type { ConnectionEventType, DarsiEvent } from '@darsi/contracts/events/events.ts'
import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import type { EducationLevel } from '@darsi/contracts/reference/levels.ts'
import { requestExpiryMs, requestReminderMs } from '@darsi/contracts/rules/requests.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'

export type ConnectionEvent = DarsiEvent<ConnectionEventType>

export type Review = {
  decision: 'approved' | 'declined' | 'reopened' | 'ended' | 'lifted'
  notes: string
  by: string
  at: Date
  shown: ConnectionStatus
  /** The pause that the decision is about. */
  stoppedAt: Date | null
}

/** A connection as administrators see it: a projection of users' events, and this service's own review. */
export type ConnectionRow = Outboxed & {
  status: ConnectionStatus
  teacherId: string
  teacherName: string
  /** The learner's account, or the child without one. */
  studentId: string
  /** A child without an account. */
  childId: string | null
  studentName: string
  guardianIds: string[]
  subject: string
  /** The learner's school level; absent when it is not known. */
  level?: EducationLevel
  message: string
  note: string
  minor: boolean
  flags: string[]
  needs: ListedConnection['needs']
  searchText: string
  /** Priority in the list: -1 decided, 0 no action needed, 1 waits for an administrator, 2 flagged, 3 undecided for 48 hours, 4 paused. */
  pressing: number
  requestedAt: Date
  decidedAt: Date | null
  adminReviewedAt: Date | null
  approvedAt?: Date
  declinedAt?: Date
  /** When the newest alert that paused it was raised; null once an administrator has decided. */
  stoppedAt: Date | null
  review?: Review | null
  src: Record<string, number>
}

export function connectionSearchText(
  row: Pick<ConnectionRow, 'studentName' | 'teacherName' | 'subject'>,
): string {
  return foldLetters(`${row.studentName} ${row.teacherName} ${row.subject}`)
}

/**
 * The fields that an event sets.
 * @param isErasing one of its people is erased, or about to be: no personal data is kept
 */
export function rowOf({ data, personal }: ConnectionEvent, isErasing: boolean) {
  const { connectionId, status, teacherId, studentId, childId, guardianIds, subject, minor, needs } = data
  const studentName = isErasing ? '' : shownName(personal.student.fullName, minor)
  const teacherName = isErasing ? '' : personal.teacher.fullName
  return {
    status,
    teacherId,
    teacherName,
    studentId: studentId ?? childId ?? connectionId,
    childId: childId ?? null,
    studentName,
    guardianIds,
    subject,
    message: isErasing ? '' : personal.message,
    note: isErasing ? '' : personal.note,
    minor,
    ...(data.learnerLevel && { level: data.learnerLevel }),
    flags: data.flags,
    needs,
    searchText: connectionSearchText({ studentName, teacherName, subject }),
    pressing: pressingOf(data),
    requestedAt: new Date(data.requestedAt),
    decidedAt: data.decidedAt === null ? null : new Date(data.decidedAt),
    adminReviewedAt: data.adminReviewedAt ? new Date(data.adminReviewedAt) : null,
    stoppedAt: data.stoppedAt ? new Date(data.stoppedAt) : null,
  }
}

/** The time of the decision; later events do not change it. */
export function momentOf({ type, data }: Pick<ConnectionEvent, 'type' | 'data'>) {
  if (type === 'connection.approved') return { approvedAt: new Date(data.at) }
  return type === 'connection.declined' ? { declinedAt: new Date(data.at) } : {}
}

/** Paused by an alert on which no administrator has decided yet. */
export const isPaused = ({ stoppedAt, review }: Pick<ConnectionRow, 'stoppedAt' | 'review'>): boolean =>
  stoppedAt !== null && !(review?.stoppedAt && review.stoppedAt >= stoppedAt)

const isOfPause = ({ decision }: Review): boolean => decision !== 'approved' && decision !== 'declined'

/** The administrator's decision keeps the teacher and the learner apart. */
const isExcluded = ({ review }: ConnectionRow): boolean => review?.decision === 'ended'

/**
 * A connection that was closed during its pause cannot be reopened: it is ended, which keeps the two apart, or lifted,
 * which lets them connect again.
 */
export function mayDecide(row: ConnectionRow, decision: 'reopened' | 'ended' | 'lifted'): boolean {
  const isSuspended = statusOf(row) === 'suspended'
  if (decision === 'lifted') return isPaused(row) ? !isSuspended : isExcluded(row)
  return isPaused(row) && (decision === 'ended' || isSuspended)
}

export const awaitsReview = (row: ConnectionRow): boolean =>
  statusOf(row) === 'pending' && !row.adminReviewedAt && (!row.review || isOfPause(row.review))

/** The status that the connection will have once users has applied the decision. */
export function statusAfter(
  { needs }: Pick<ConnectionRow, 'needs'>,
  decision: Review['decision'],
): ConnectionStatus {
  if (decision === 'declined') return 'declined'
  const isOpen = needs.teacher === 'waiting' || needs.guardian === 'waiting'
  const isPending = isOpen || (decision !== 'approved' && needs.admin === 'waiting')
  if (decision === 'ended') return isPending ? 'declined' : 'ended'
  return isPending ? 'pending' : 'approved'
}

/** The status to show: an own decision counts at once, until an event of users reports a final status. */
export function statusOf({
  status,
  review,
  stoppedAt,
}: Pick<ConnectionRow, 'status' | 'review' | 'stoppedAt'>): ConnectionStatus {
  if (!review) return status
  if (status === 'pending' && !isOfPause(review)) return review.shown
  return status === 'suspended' && !isPaused({ stoppedAt, review }) ? review.shown : status
}

export const pauseOf = (row: ConnectionRow): { stoppedAt?: string } =>
  isPaused(row) && row.stoppedAt ? { stoppedAt: row.stoppedAt.toISOString() } : {}

/** @param names by account; a child without an account has none */
export function listedConnection(
  row: ConnectionRow,
  names: ReadonlyMap<string, string>,
  openAlerts: number,
): ListedConnection {
  const status = statusOf(row)
  const { needs, review } = row
  const isPending = status === 'pending'
  const reviewedAt = row.adminReviewedAt ?? review?.at
  const reviewed = review?.decision === 'approved' ? 'agreed' : 'refused'
  return {
    id: row._id,
    studentId: row.studentId,
    studentName: row.studentName,
    studentHasAccount: row.studentName !== '' && names.has(row.studentId),
    teacherId: row.teacherId,
    teacherName: row.teacherName,
    subject: row.subject,
    message: row.message,
    status,
    requestedDate: row.requestedAt.toISOString(),
    expiresAt: isPending ? new Date(row.requestedAt.getTime() + requestExpiryMs).toISOString() : null,
    adminReviewedAt: reviewedAt?.toISOString() ?? null,
    decidedAt: (row.decidedAt ?? (isPending ? null : review?.at))?.toISOString() ?? null,
    minor: row.minor,
    flags: row.flags,
    needs: row.status === 'pending' && review && !isOfPause(review) ? { ...needs, admin: reviewed } : needs,
    paused: isPaused(row),
    ...pauseOf(row),
    openAlerts,
    // an event sent before the review may set a high `pressing` once more
    escalated: awaitsReview(row) && row.pressing >= 2,
    note: row.note,
    review: review
      ? {
          decision: review.decision,
          notes: review.notes,
          by: review.by,
          byName: names.get(review.by) ?? '',
          at: review.at.toISOString(),
        }
      : null,
  }
}

/** Computed from the event alone: users sends one event after 48 hours without a decision. */
export function pressingOf({
  status,
  needs,
  flags,
  requestedAt,
  at,
}: Pick<ConnectionEvent['data'], 'status' | 'needs' | 'flags' | 'requestedAt' | 'at'>): number {
  if (status === 'suspended') return 4
  if (status !== 'pending') return -1
  if (needs.admin === 'agreed') return 0
  if (Date.parse(at) - Date.parse(requestedAt) >= requestReminderMs) return 3
  if (flags.length > 0) return 2
  return needs.admin === 'waiting' ? 1 : 0
}

/** product.md §7: administrators see a child's data within a safety alert only. */
const shownName = (fullName: string, minor: boolean): string => (minor ? firstNameOf(fullName) : fullName)
