import type { AlertReason, AlertSeverity } from '@darsi/contracts/safety-api.ts'
import { problem } from '@darsi/kit/problem.ts'

/** product.md §5: open → resolved. What was told stands only sealed. */
export type Alert = {
  _id: string
  reason: AlertReason
  severity: AlertSeverity
  status: 'open' | 'resolved'
  minor: boolean
  by: string | null
  aboutUserId: string | null
  guardianIds: string[]
  connectionId: string | null
  threadId: string | null
  sessionId: string | null
  childId: string | null
  sealed: string
  createdAt: Date
  dueAt: Date
  investigateBy: Date
  answeredAt: Date | null
  answeredBy: string | null
  /** The next moment at which every administrator is told that nothing happened. */
  escalateAt: Date | null
  governorateId: number | null
  resolvedAt: Date | null
  resolvedBy: string | null
  note: string
}
export type Told = { text: string; quoted: string }

type Given = Pick<Alert, '_id' | 'reason' | 'severity' | 'sealed' | 'createdAt'> & Partial<Alert>

const hour = 3600 * 1000

export function newAlert(given: Given): Alert {
  const since = given.createdAt.getTime()
  return {
    minor: false,
    by: null,
    aboutUserId: null,
    guardianIds: [],
    connectionId: null,
    threadId: null,
    sessionId: null,
    childId: null,
    governorateId: null,
    ...given,
    status: 'open',
    dueAt: new Date(since + 2 * hour),
    investigateBy: new Date(since + 24 * hour),
    answeredAt: null,
    answeredBy: null,
    // what the clock of lessons raises is for the family to know; nobody is woken for it
    escalateAt: given.severity === 'low' ? null : new Date(since + 2 * hour),
    resolvedAt: null,
    resolvedBy: null,
    note: '',
  }
}

type Resolver = { userId: string; role: string }
const isAdmin = ({ role }: Resolver) => role === 'admin' || role === 'super-admin'

/** Nobody is told of, or closes, what was said about oneself. */
export const watchersOf = ({ guardianIds = [], aboutUserId }: Partial<Alert>): string[] =>
  guardianIds.filter((userId) => userId !== aboutUserId)

const isWatchedBy = (alert: Alert, userId: string): boolean => watchersOf(alert).includes(userId)

/** A guardian closes what is about an own child and not grave; administrators all. */
export function mayResolve(alert: Alert, resolver: Resolver): boolean {
  if (alert.status !== 'open') return false
  return isAdmin(resolver) || (alert.severity !== 'high' && isWatchedBy(alert, resolver.userId))
}

/** @throws problem `not-found`, `alert-resolved`, `forbidden` or `reason-required` */
export function resolve(alert: Alert, resolver: Resolver, note: string, at: Date): Partial<Alert> {
  if (!isAdmin(resolver) && !isWatchedBy(alert, resolver.userId)) throw problem('not-found')
  if (alert.status !== 'open') throw problem('alert-resolved')
  if (!mayResolve(alert, resolver)) throw problem('forbidden')
  if (isAdmin(resolver) && note.trim() === '') throw problem('reason-required')
  return { status: 'resolved', resolvedAt: at, resolvedBy: resolver.userId, note, escalateAt: null }
}

/** Somebody looks into it: the first clock stops, the second goes on. @throws problem `alert-resolved` */
export function answer(alert: Alert, by: string, at: Date): Partial<Alert> | null {
  if (alert.status !== 'open') throw problem('alert-resolved')
  if (alert.answeredAt) return null
  const { severity, investigateBy } = alert
  return { answeredAt: at, answeredBy: by, escalateAt: severity === 'low' ? null : investigateBy }
}

/** What ran out, once each: the answer after 2 hours, the investigation after 24. Nobody is suspended by it. */
export function escalate(
  { status, escalateAt, investigateBy }: Alert,
  now: Date,
): { stage: 'answer' | 'investigation'; next: Date | null } | null {
  if (status !== 'open' || !escalateAt || escalateAt > now) return null
  // a clock that was away for long tells of the later one alone
  const isLast = now >= investigateBy
  return { stage: isLast ? 'investigation' : 'answer', next: isLast ? null : investigateBy }
}
