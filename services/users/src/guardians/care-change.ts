import type { CareChangeKind, CareChangeStatus } from '@darsi/contracts/calls/users/care-api.ts'
import type { Agreement } from '@darsi/contracts/calls/users/connections-api.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { HeldFields } from '../children/child.ts'

/** A change of a minor's protection, to which other people have to agree. */
export type CareChange = {
  _id: string
  kind: CareChangeKind
  /** Null for a learner's account that has no guardian at the moment. */
  childId: string | null
  accountId: string | null
  /** Who asked: a guardian for the age, the learner's own account for a further guardian. */
  by: string
  guardianId: string | null
  /** The requested age; null once decided. */
  fields: HeldFields | null
  status: CareChangeStatus
  agreedBy: string[]
  admin: Agreement
  askedAt: Date
  /** Nothing is applied before this time. */
  notBefore: Date
  expiresAt: Date
  decidedAt: Date | null
  /** When the decided change was applied to the child. */
  doneAt: Date | null
  note: string
}

/** What a change depends on today. */
export type CareFacts = {
  guardianIds: readonly string[]
  /** Those of them whose account is approved: they can answer. */
  activeIds: readonly string[]
  /** The child, or the account without one, and the new guardian's account still exist. */
  isPossible: boolean
  /** The new guardian may be the learner, or a teacher of the learner, with another account. */
  isSamePerson: boolean
}

export type CareMoved = {
  changed: CareChange
  type: 'care-change.agreed' | 'care-change.closed'
  by?: string
}

/** Time in which any guardian may object. */
export const objectionMs = 72 * hourMs
const lifetimeMs: Readonly<Record<CareChangeKind, number>> = { guardian: 7 * dayMs, age: 30 * dayMs }

export type NewCareChange = Pick<
  CareChange,
  '_id' | 'kind' | 'childId' | 'accountId' | 'by' | 'guardianId' | 'fields'
>

/** An age needs every guardian, an administrator and the time to object; a guardian needs one other guardian, or an administrator. */
export function newCareChange(request: NewCareChange, facts: CareFacts, at: Date): CareChange {
  const { kind, by } = request
  const wait = kind === 'age' ? objectionMs : 0
  return {
    ...request,
    status: 'waiting',
    agreedBy: facts.guardianIds.includes(by) ? [by] : [],
    admin: needsAdmin(kind, facts) ? 'waiting' : 'none',
    askedAt: at,
    notBefore: new Date(at.getTime() + wait),
    expiresAt: new Date(at.getTime() + lifetimeMs[kind]),
    decidedAt: null,
    doneAt: null,
    note: '',
  }
}

export type Answer = {
  by: string
  decision: 'agree' | 'object'
  /** Of the change that the guardian read; an agreement to another one does not count. */
  askedAt?: Date
  at: Date
}

/**
 * A guardian agrees or objects; one objection ends it for all.
 * @throws problem `not-found` for other people, `care-change-decided` when it is repeated, late or about another change
 */
export function answer(
  change: CareChange,
  { by, decision, askedAt, at }: Answer,
  facts: CareFacts,
): CareMoved {
  if (!facts.guardianIds.includes(by)) throw problem('not-found')
  if (change.status !== 'waiting' || isLate(change, at)) throw problem('care-change-decided')
  if (decision === 'object') return { ...close(change, 'refused', at), by }
  const isAnother = askedAt && askedAt.getTime() !== change.askedAt.getTime()
  if (isAnother || change.agreedBy.includes(by)) throw problem('care-change-decided')
  return { ...agreed({ ...change, agreedBy: [...change.agreedBy, by] }, facts, at), by }
}

export type Review = { decision: 'approved' | 'declined'; by: string; note: string; askedAt: Date; at: Date }

/** An administrator's decision; null when it is about another change, repeated, late or not needed. */
export function reviewed(change: CareChange, review: Review, facts: CareFacts): CareMoved | null {
  const { decision, by, note, askedAt, at } = review
  if (change.status !== 'waiting' || change.askedAt.getTime() !== askedAt.getTime()) return null
  if (change.admin !== 'waiting' || isLate(change, at)) return null
  if (decision === 'declined') return { ...close({ ...change, admin: 'refused', note }, 'refused', at), by }
  return { ...agreed({ ...change, admin: 'agreed', note }, facts, at), by }
}

/** Closes or applies a change whose time came or whose guardians changed; null when nothing is due. */
export function settled(change: CareChange, facts: CareFacts, now: Date): CareMoved | null {
  if (change.status !== 'waiting') return null
  if (!facts.isPossible) return close(change, 'withdrawn', now)
  if (isLate(change, now)) return close(change, 'expired', now)
  if (isReady(change, facts, now)) return close(change, 'applied', now)
  const admin = needsAdmin(change.kind, facts)
  // without an active guardian an administrator decides; with one again, the guardian does
  if (admin && change.admin === 'none')
    return { changed: { ...change, admin: 'waiting' }, type: 'care-change.agreed' }
  if (!admin && change.admin === 'waiting')
    return { changed: { ...change, admin: 'none' }, type: 'care-change.agreed' }
  return null
}

/** The guardian asked for something else. */
export function withdrawn(change: CareChange, at: Date): CareMoved | null {
  return change.status === 'waiting' ? close(change, 'withdrawn', at) : null
}

function isReady(change: CareChange, facts: CareFacts, now: Date): boolean {
  const { guardianIds, activeIds, isSamePerson } = facts
  const { kind, agreedBy, admin, notBefore } = change
  if (kind === 'guardian')
    return admin === 'agreed' || (!isSamePerson && activeIds.some((userId) => agreedBy.includes(userId)))
  const all = guardianIds.length > 0 && guardianIds.every((userId) => agreedBy.includes(userId))
  return all && admin === 'agreed' && now >= notBefore
}

function needsAdmin(kind: CareChangeKind, { activeIds, isSamePerson }: CareFacts): boolean {
  return kind === 'age' || activeIds.length === 0 || isSamePerson
}

function agreed(changed: CareChange, facts: CareFacts, at: Date): CareMoved {
  return isReady(changed, facts, at) ? close(changed, 'applied', at) : { changed, type: 'care-change.agreed' }
}

function close(change: CareChange, status: Exclude<CareChangeStatus, 'waiting'>, at: Date): CareMoved {
  // personal data of a refused change is not kept
  const fields = status === 'applied' ? change.fields : null
  return { changed: { ...change, status, fields, decidedAt: at }, type: 'care-change.closed' }
}

const isLate = ({ expiresAt }: CareChange, at: Date): boolean => at >= expiresAt
