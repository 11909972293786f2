import type { ListedConnection } from '@darsi/contracts/admin-connections-api.ts'
import type { ConnectionStatus } from '@darsi/contracts/connections-api.ts'
import type { ConnectionEventType, DarsiEvent } from '@darsi/contracts/events.ts'
import { foldLetters } from '@darsi/contracts/fold-text.ts'
import type { Outboxed } from '@darsi/kit/outbox.ts'

export type ConnectionEvent = DarsiEvent<ConnectionEventType>

export type Review = {
  decision: 'approved' | 'declined'
  notes: string
  by: string
  at: Date
  shown: ConnectionStatus
}

/** A connection as administrators see it: users tells what it is, the review is this service's own. */
export type ConnectionRow = Outboxed & {
  status: ConnectionStatus
  teacherId: string
  teacherName: string
  /** The learner's account, or the child without one. */
  studentId: string
  /** Absent in rows of older code. */
  childId?: string | null
  studentName: string
  guardianIds: string[]
  subject: string
  message: string
  note: string
  minor: boolean
  flags: string[]
  needs: ListedConnection['needs']
  searchText: string
  /** 0 nothing for an administrator to do, 1 waits for one, 2 flagged, 3 nobody decided for 48 hours; -1 decided. */
  pressing: number
  requestedAt: Date
  decidedAt: Date | null
  adminReviewedAt: Date | null
  review?: Review | null
  src: Record<string, number>
}

const hour = 3600 * 1000

/** By what a connection is searched. */
export function connectionLetters(
  row: Pick<ConnectionRow, 'studentName' | 'teacherName' | 'subject'>,
): string {
  return foldLetters(`${row.studentName} ${row.teacherName} ${row.subject}`)
}

/** What one event leaves in the row. @param isErasing one of its people is gone: nothing that anybody wrote is kept */
export function rowOf({ data, personal }: ConnectionEvent, isErasing: boolean) {
  const { connectionId, status, teacherId, studentId, childId, guardianIds, subject, minor, needs } = data
  const studentName = isErasing ? '' : shownName(personal.student.fullName, minor)
  const teacherName = isErasing ? '' : personal.teacher.fullName
  const isPending = status === 'pending'
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
    flags: data.flags ?? [],
    needs,
    searchText: connectionLetters({ studentName, teacherName, subject }),
    pressing: pressingOf(data),
    requestedAt: new Date(data.requestedAt),
    decidedAt: isPending ? null : new Date(data.at),
    adminReviewedAt: data.adminReviewedAt ? new Date(data.adminReviewedAt) : null,
  }
}

/** When it was decided, which whatever happens to it later does not change. */
export function momentOf({ type, data }: Pick<ConnectionEvent, 'type' | 'data'>) {
  if (type === 'connection.approved') return { approvedAt: new Date(data.at) }
  return type === 'connection.declined' ? { declinedAt: new Date(data.at) } : {}
}

/** What it will be once users has heard of the decision. */
export function statusAfter(
  { needs }: Pick<ConnectionRow, 'needs'>,
  decision: Review['decision'],
): ConnectionStatus {
  if (decision === 'declined') return 'declined'
  const isOpen = needs.teacher === 'waiting' || needs.guardian === 'waiting'
  return isOpen ? 'pending' : 'approved'
}

/** An own decision shows at once; whatever users tells of the end of it counts more. */
export function statusOf({ status, review }: Pick<ConnectionRow, 'status' | 'review'>): ConnectionStatus {
  return status === 'pending' && review ? review.shown : status
}

/** @param names of the accounts that there are; a child without an own one is not among them */
export function listedConnection(row: ConnectionRow, names: ReadonlyMap<string, string>): ListedConnection {
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
    expiresAt: isPending ? new Date(row.requestedAt.getTime() + 72 * hour).toISOString() : null,
    adminReviewedAt: reviewedAt?.toISOString() ?? null,
    decidedAt: (row.decidedAt ?? (isPending ? null : review?.at))?.toISOString() ?? null,
    minor: row.minor,
    flags: row.flags,
    needs: row.status === 'pending' && review ? { ...needs, admin: reviewed } : needs,
    // an event that was on its way may press once more for what was reviewed meanwhile
    escalated: isPending && !review && row.pressing >= 2,
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

/** By what one event says: the clock tells once that nobody decided, and others come after it. */
export function pressingOf({
  status,
  needs,
  flags = [],
  requestedAt,
  at,
}: Pick<ConnectionEvent['data'], 'status' | 'needs' | 'flags' | 'requestedAt' | 'at'>): number {
  if (status !== 'pending') return -1
  if (needs.admin === 'agreed') return 0
  if (Date.parse(at) - Date.parse(requestedAt) >= 48 * hour) return 3
  if (flags.length > 0) return 2
  return needs.admin === 'waiting' ? 1 : 0
}

/** product.md §7: administrators see a child's data within a safety alert only. */
const shownName = (fullName: string, minor: boolean): string =>
  minor ? (fullName.trim().split(/\s+/u)[0] ?? '') : fullName
