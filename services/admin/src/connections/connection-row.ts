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
  studentId: string
  studentName: string
  guardianIds: string[]
  subject: string
  message: string
  note: string
  minor: boolean
  flags: string[]
  needs: ListedConnection['needs']
  searchText: string
  /** 0 an everyday one, 1 waits for an administrator, 2 flagged, 3 nobody decided for 48 hours; -1 decided. */
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
export function rowOf({ type, data, personal }: ConnectionEvent, isErasing: boolean) {
  const { connectionId, status, teacherId, studentId, childId, guardianIds, subject, minor, needs } = data
  const studentName = isErasing ? '' : shownName(personal.student.fullName, minor)
  const teacherName = isErasing ? '' : personal.teacher.fullName
  const isPending = status === 'pending'
  return {
    status,
    teacherId,
    teacherName,
    studentId: studentId ?? childId ?? connectionId,
    studentName,
    guardianIds,
    subject,
    message: isErasing ? '' : personal.message,
    note: isErasing ? '' : personal.note,
    minor,
    flags: data.flags ?? [],
    needs,
    searchText: connectionLetters({ studentName, teacherName, subject }),
    pressing: isPending ? pressing(type, data.flags ?? [], needs.admin === 'waiting') : -1,
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

export function listedConnection(row: ConnectionRow, byName: string): ListedConnection {
  const status = statusOf(row)
  const { needs, review } = row
  const isPending = status === 'pending'
  const reviewedAt = row.adminReviewedAt ?? review?.at
  const reviewed = review?.decision === 'approved' ? 'agreed' : 'refused'
  return {
    id: row._id,
    studentId: row.studentId,
    studentName: row.studentName,
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
    escalated: isPending && row.pressing >= 2,
    note: row.note,
    review: review
      ? { decision: review.decision, notes: review.notes, by: review.by, byName, at: review.at.toISOString() }
      : null,
  }
}

function pressing(type: ConnectionEvent['type'], flags: readonly string[], isWaiting: boolean): number {
  if (type === 'connection.expiring') return 3
  if (flags.length > 0) return 2
  return isWaiting ? 1 : 0
}

/** product.md §7: administrators see a child's data within a safety alert only. */
const shownName = (fullName: string, minor: boolean): string =>
  minor ? (fullName.trim().split(/\s+/u)[0] ?? '') : fullName
