import type { EventInput } from '@darsi/contracts/events/events.ts'
import { confirmsByEmail, type Role } from '@darsi/contracts/reference/roles.ts'
import { type ApprovalNeed, missingNeeds } from '@darsi/contracts/rules/proofs.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { approvalNeedsText } from '@darsi/contracts/texts/proof-names.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { isVisible, type UserRow } from '../people/user-row.ts'

type Target = Pick<UserRow, 'role' | 'status' | 'approvedAt'>
export type DecisionEvent = 'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.reopened'

/**
 * The event of a decision, by product.md §5 and §7. `pending` takes back the rejection of an account that waited.
 * @throws problem `decision-not-allowed`, `status-unchanged`, or `reason-required` for closing an open account
 */
export function decisionEvent(target: Target, by: Role, status: AccountStatus, notes: string): DecisionEvent {
  refuseOverreach(target, by)
  if (target.status === status) throw problem('status-unchanged')
  if (status === 'pending') {
    const hasWaited = !confirmsByEmail(target.role) && !target.approvedAt
    if (target.status !== 'suspended' || !hasWaited) throw problem('decision-not-allowed')
    return 'user.reopened'
  }
  if (status === 'approved') return target.status === 'pending' ? 'user.approved' : 'user.reinstated'
  if (target.status === 'approved' && notes.trim() === '') throw problem('reason-required')
  return 'user.suspended'
}

type Moved = { changed: UserRow; event: EventInput<DecisionEvent> }

type Decision = {
  by: Pick<Identity, 'userId' | 'role'>
  status: AccountStatus
  notes: string
  at: Date
  /** The state of the profile that the administrator read; when absent, the newest that is known here. */
  profileAt?: string | undefined
  /** What the operator requires before a teacher is approved. */
  requires: readonly ApprovalNeed[]
}

/** @throws problem as `decisionEvent` does, and `approval-incomplete` for a teacher who lacks something */
export function decideOn(row: UserRow, { by, status, notes, at, profileAt, requires }: Decision): Moved {
  const type = decisionEvent(row, by.role, status, notes)
  const isFirst = status === 'approved' && !row.approvedAt
  const missing = isFirst ? missingFor(row, requires) : []
  if (missing.length > 0)
    throw problem('approval-incomplete', { params: { missing: approvalNeedsText(missing) } })
  const { _id: userId, role, email, fullName, language, status: previous } = row
  const personal = { email, fullName, language }
  const data = { userId, role, at: at.toISOString(), by: by.userId }
  const readAt = profileAt ?? row.profileAt?.toISOString()
  return {
    changed: {
      ...row,
      status,
      ...(isFirst && { approvedAt: at }),
      decisions: [...row.decisions, { status, notes, by: by.userId, at }],
    },
    event:
      type === 'user.suspended'
        ? { type, data: { ...data, previous }, personal: { ...personal, reason: notes.trim() } }
        : {
            type,
            data: {
              ...data,
              ...(type !== 'user.reopened' && readAt && { profileAt: readAt }),
            },
            personal,
          },
  }
}

/** What a teacher still lacks of what the operator requires; nothing for other roles. */
export function missingFor(
  row: Pick<UserRow, 'role' | 'emailVerifiedAt' | 'profileMissing' | 'proofs'>,
  requires: readonly ApprovalNeed[],
): ApprovalNeed[] {
  if (row.role !== 'teacher') return []
  return missingNeeds(requires, {
    hasAddress: row.emailVerifiedAt !== null,
    // no profile yet: its fields count as missing
    hasProfile: row.profileMissing?.length === 0,
    accepted: row.proofs.accepted,
  })
}

/**
 * Reopens the decision on a teacher who was approved before the address was confirmed: another person may have typed the
 * data. Null for every other account, and for a later approval, so that a repeated event does not undo it.
 */
export function reopenAfterReclaim(row: UserRow, { by, at }: { by: string; at: Date }): Moved | null {
  const isOlder = row.approvedAt && row.approvedAt <= at
  if (!isVisible(row) || row.role !== 'teacher' || row.status !== 'approved' || !isOlder) return null
  const { _id: userId, role, email, fullName, language } = row
  return {
    changed: {
      ...row,
      status: 'pending',
      approvedAt: null,
      decisions: [...row.decisions, { status: 'pending', notes: '', by, at }],
    },
    event: {
      type: 'user.reopened',
      data: { userId, role, at: at.toISOString(), by, reason: 'reclaimed' },
      personal: { email, fullName, language },
    },
  }
}

/** The state on which a decision is based: the status, and the number of decisions before it. */
export type DecisionBasis = { status: AccountStatus; decisions?: number }

/**
 * Refuses a decision whose basis has changed. @param basis null at the first read; the answer is then its basis
 * @throws problem `status-changed` when another decision was made in between, even one that was undone
 */
export function requireSameBasis(
  { status, decisions }: Pick<UserRow, 'status' | 'decisions'>,
  basis: DecisionBasis | null,
): DecisionBasis {
  const isAnotherStatus = basis !== null && basis.status !== status
  const isDecidedSince = basis?.decisions !== undefined && basis.decisions !== decisions.length
  if (isAnotherStatus || isDecidedSince) throw problem('status-changed')
  return { status, decisions: decisions.length }
}

const decisionLasts = 10_000

/**
 * Refuses a decision when another one was written between its request and now: the administrator cannot have seen it.
 * @throws problem `status-changed`
 */
export function refuseOvertaken(
  { decisions, changedAt }: Pick<UserRow, 'decisions' | 'changedAt'>,
  arrivedAt: Date,
): void {
  const last = decisions.at(-1)
  // an old decision does not count: `changedAt` also changes for other reasons
  const isRecent = last !== undefined && last.at.getTime() > arrivedAt.getTime() - decisionLasts
  if (isRecent && changedAt && changedAt > arrivedAt) throw problem('status-changed')
}

/** Nobody decides on a super-admin; only a super-admin decides on an admin. */
export function refuseOverreach({ role }: Pick<Target, 'role'>, by: Role): void {
  if (role === 'super-admin' || (role === 'admin' && by !== 'super-admin'))
    throw problem('decision-not-allowed')
}
