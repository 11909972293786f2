import type { AlertReason, AlertSeverity, Alert as Listed } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'

/** What an administrator did about an alert before it was resolved. The text is stored sealed only. */
export type Step = {
  kind: 'paused' | 'written'
  by: string
  at: Date
  /** Of a pause. */
  connectionId: string | null
  to: string | null
  sealed: string
}

/** product.md §5: open → resolved. The text of the report is stored sealed only. */
export type Alert = {
  _id: string
  reason: AlertReason
  severity: AlertSeverity
  /** Sorts by severity, high first. */
  urgency: number
  status: 'open' | 'resolved'
  minor: boolean
  /** Its ids are as the reporter wrote them: nobody checked that they exist or belong together. */
  claimed: boolean
  /** See reporter-trust.ts: such an alert pauses only by an administrator, and few of them are mailed. */
  reporter: Listed['reporter']
  by: string | null
  aboutUserId: string | null
  guardianIds: string[]
  connectionId: string | null
  threadId: string | null
  sessionId: string | null
  childId: string | null
  /** Reported from inside a classroom, which keeps the board. */
  fromClassroom: boolean
  /** How many files of the conversation the users service keeps. */
  files: number
  sealed: string
  createdAt: Date
  dueAt: Date
  investigateBy: Date
  answeredAt: Date | null
  answeredBy: string | null
  /** When every administrator is next notified that nobody has acted. */
  escalateAt: Date | null
  governorateId: number | null
  resolvedAt: Date | null
  resolvedBy: string | null
  note: string
  steps: Step[]
}

export type Moved = {
  changed: Alert
  event: EventInput<'alert.answered' | 'alert.escalated' | 'alert.resolved'>
}

/** Who receives a mail about an alert. */
export type Recipient = NonNullable<EventInput<'alert.escalated'>['personal']>['admins'][number]

export type NewAlert = Pick<Alert, '_id' | 'reason' | 'severity' | 'sealed' | 'createdAt'> & Partial<Alert>
type Pauses = Partial<Record<'connectionId' | 'childId' | 'aboutUserId' | 'by', string>>
type Resolver = { userId: string; role: string }
type Answer = {
  by: string
  reporter: Recipient | null
  at: Date
  /** Those who are no longer administrators: what they took up counts as not taken. */
  former: ReadonlySet<string>
}

const urgencies: Readonly<Record<AlertSeverity, number>> = { high: 0, medium: 1, low: 2 }

export function newAlert(given: NewAlert): Alert {
  const since = given.createdAt.getTime()
  return {
    minor: false,
    claimed: false,
    reporter: 'known',
    by: null,
    aboutUserId: null,
    guardianIds: [],
    connectionId: null,
    threadId: null,
    sessionId: null,
    childId: null,
    fromClassroom: false,
    files: 0,
    governorateId: null,
    ...given,
    urgency: urgencies[given.severity],
    status: 'open',
    dueAt: new Date(since + 2 * hourMs),
    investigateBy: new Date(since + dayMs),
    answeredAt: null,
    answeredBy: null,
    // cancelled lessons raise low alerts, which are never escalated
    escalateAt: given.escalateAt === null || given.severity === 'low' ? null : new Date(since + 2 * hourMs),
    resolvedAt: null,
    resolvedBy: null,
    note: '',
    steps: [],
  }
}

/** The ids whose connections an alert pauses; the users service pauses only those of minors. */
export function pausesOf({ connectionId, childId, aboutUserId, by }: Alert): Pauses {
  return {
    ...(connectionId && { connectionId }),
    ...(childId && { childId }),
    ...(aboutUserId && { aboutUserId }),
    ...(by && { by }),
  }
}

const isWatchedBy = ({ guardianIds, aboutUserId }: Alert, userId: string): boolean =>
  guardianIds.includes(userId) && userId !== aboutUserId

/** A guardian resolves alerts about an own child unless they are high; administrators resolve all. */
export function mayResolve(alert: Alert, resolver: Resolver): boolean {
  if (alert.status !== 'open') return false
  return isAdmin(resolver.role) || (alert.severity !== 'high' && isWatchedBy(alert, resolver.userId))
}

/** @throws problem `not-found`, `alert-resolved`, `forbidden` or `reason-required` */
export function resolve(alert: Alert, { by, note, at }: { by: Resolver; note: string; at: Date }): Moved {
  if (!isAdmin(by.role) && !isWatchedBy(alert, by.userId)) throw problem('not-found')
  if (alert.status !== 'open') throw problem('alert-resolved')
  if (!mayResolve(alert, by)) throw problem('forbidden')
  if (isAdmin(by.role) && note.trim() === '') throw problem('reason-required')
  const { _id: alertId, guardianIds } = alert
  const reporterId = alert.by !== by.userId ? alert.by : null
  return {
    changed: { ...alert, status: 'resolved', resolvedAt: at, resolvedBy: by.userId, note, escalateAt: null },
    event: {
      type: 'alert.resolved',
      data: {
        alertId,
        by: by.userId,
        guardianIds,
        ...(reporterId && { reporterId }),
        at: at.toISOString(),
      },
    },
  }
}

/**
 * An administrator takes the alert up: the first deadline no longer escalates, the second one still does.
 * @returns null when an administrator has taken it up already
 * @throws problem `alert-resolved`
 */
export function answer(alert: Alert, { by, reporter, at, former }: Answer): Moved | null {
  if (alert.status !== 'open') throw problem('alert-resolved')
  if (alert.answeredAt && !former.has(alert.answeredBy ?? '')) return null
  const { _id: alertId, guardianIds, severity, investigateBy } = alert
  const times = { investigateBy: investigateBy.toISOString(), at: at.toISOString() }
  return {
    changed: {
      ...alert,
      answeredAt: at,
      answeredBy: by,
      escalateAt: severity === 'low' ? null : investigateBy,
    },
    event: {
      type: 'alert.answered',
      data: { alertId, by, guardianIds, ...times },
      personal: reporter ? { reporter } : {},
    },
  }
}

/**
 * A deadline passed: the answer after 2 hours, the investigation after 24, each reported once. It suspends nobody.
 * When both have passed, only the investigation is reported.
 */
export function escalate(alert: Alert, now: Date, admins: Recipient[]): Moved | null {
  const { _id: alertId, reason, severity, status, governorateId, escalateAt, dueAt, investigateBy } = alert
  if (status !== 'open' || !escalateAt || escalateAt > now) return null
  const isLast = now >= investigateBy
  const missed = isLast ? investigateBy : dueAt
  const times = { dueAt: missed.toISOString(), at: now.toISOString() }
  return {
    changed: { ...alert, escalateAt: isLast ? null : investigateBy },
    event: {
      type: 'alert.escalated',
      data: {
        ...{ alertId, reason, severity, governorateId, ...times },
        stage: isLast ? 'investigation' : 'answer',
      },
      personal: { admins },
    },
  }
}
