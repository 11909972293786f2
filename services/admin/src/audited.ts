import type { consentPurposes } from '@darsi/contracts/connections-api.ts'
import type { DeedDetail, DeedName } from '@darsi/contracts/deeds.ts'
import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { Deed } from './audit-log.ts'

/** What the log keeps of an event beside its id and type; `by` is empty when nobody knows who it was. */
type Kept = {
  by: string
  target: string
  detail?: DeedDetail | ''
  /** Of a pair the account that stays. */
  other?: string
  at?: string
}
/** Only what has words may be remembered. */
type Keep<K extends EventType> = K extends DeedName ? (event: DarsiEvent<K>) => Kept | null : null

const decision = ({ data }: { data: { userId: string; by: string; at: string } }): Kept => ({
  by: data.by,
  target: data.userId,
  at: data.at,
})
type ConsentPurpose = (typeof consentPurposes)[number]
const consented = ({
  data,
}: {
  data: { by: string; childId: string; purpose: ConsentPurpose; at: string }
}): Kept => ({ by: data.by, target: data.childId, detail: data.purpose, at: data.at })
/** The account that is to go, or went; the other one beside it. */
const pair = ({ data }: { data: { by: string; userId: string; other: string; at: string } }): Kept => ({
  by: data.by,
  target: data.other,
  other: data.userId,
  at: data.at,
})
const ofOwner = (data: { userId: string }, detail: DeedDetail | '' = ''): Kept => ({
  by: data.userId,
  target: data.userId,
  detail,
})

/**
 * Which events are remembered in the audit log, in ids and words of ours alone: it outlives the people in it. Every
 * event stands here, and `null` says that it is everyday, so that nobody forgets to decide.
 */
export const audited: { readonly [K in EventType]: Keep<K> } = {
  // only the super-admin of an empty system comes without a person who let them in
  'user.registered': ({ data }) => (data.role === 'super-admin' ? ofOwner(data) : null),
  'user.registration-repeated': null,
  'user.verification-requested': null,
  'user.verified': null,
  'user.logged-in': ({ data }) => ({ ...ofOwner(data, data.newDevice ? 'new-device' : ''), at: data.at }),
  'user.login-failed': ({ data }) => ({ by: '', target: data.userId, detail: data.reason, at: data.at }),
  'user.session-ended': ({ data }) => ({ by: '', target: data.userId, detail: data.reason, at: data.at }),
  'user.password-reset-requested': null,
  'user.password-changed': ({ data }) => ofOwner(data, data.how),
  'user.email-change-requested': null,
  'user.email-changed': ({ data }) => ofOwner(data),
  'user.second-factor-changed': ({ data }) => ofOwner(data, data.change),
  'user.invited': ({ data }) => ({ by: data.by ?? '', target: data.userId, detail: data.role }),
  'user.profile-changed': null,
  'user.preferences-changed': null,
  'user.approved': decision,
  'user.suspended': decision,
  'user.reinstated': decision,
  'user.reopened': decision,
  'user.taken': decision,
  'user.given-back': decision,
  'user.deletion-requested': (event) => ({ ...decision(event), detail: event.data.reason ?? '' }),
  'user.left': ({ data }) => ({ ...ofOwner(data), at: data.at }),
  'user.registration-expired': null,
  'user.erased': null,
  'report.read': null,
  'report.written': null,
  'review.answered': null,
  'review.written': null,
  'session.booked': null,
  'session.cancelled': null,
  'session.completed': null,
  'session.moved': null,
  'session.no-show': null,
  'session.over-long-attempted': null,
  'session.reminder-due': null,
  'service.reported': null,
  'connection.requested': null,
  'connection.agreed': null,
  'connection.approved': null,
  'connection.declined': null,
  'connection.cancelled': null,
  'connection.expiring': null,
  'connection.expired': null,
  'connection.ended': null,
  'connection.changed': null,
  'guardian.invited': null,
  'learner.came-of-age': ({ data }) => ({
    by: data.studentId ?? '',
    target: data.childId,
    detail: data.studentId ? 'taken-over' : 'invited',
    at: data.at,
  }),
  'consent.given': consented,
  'consent.withdrawn': consented,
  'upgrade.requested': null,
  'upgrade.reviewed': ({ data }) => ({
    by: data.by,
    target: data.teacherId,
    detail: data.decision,
    at: data.at,
  }),
  'connection.reviewed': ({ data }) => ({
    by: data.by,
    target: data.connectionId,
    detail: data.decision,
    at: data.at,
  }),
  'duplicate.reviewed': pair,
  'duplicate.dismissed': pair,
  'duplicate.merged': pair,
  'duplicate.merge-undone': pair,
  'contact.received': null,
  'contact.overdue': null,
  'contact.answered': ({ data }) => ({ by: data.by, target: data.ticketId, at: data.at }),
  'contact.closed': ({ data }) => ({ by: data.by, target: data.ticketId, at: data.at }),
  'newsletter.requested': null,
  'newsletter.confirmed': null,
  'message.sent': null,
  'thread.read': null,
  'thread.changed': null,
  'safety.reported': ({ data }) => ({
    by: data.by ?? '',
    target: data.aboutUserId ?? data.threadId ?? data.connectionId,
    detail: data.reason,
    at: data.at,
  }),
  'alert.opened': null,
  'alert.answered': ({ data }) => ({ by: data.by, target: data.alertId, at: data.at }),
  'alert.escalated': ({ data }) => ({ by: '', target: data.alertId, detail: data.stage, at: data.at }),
  'alert.resolved': ({ data }) => ({ by: data.by, target: data.alertId, at: data.at }),
  'availability.saved': null,
}

/** What the administrators' dashboard shows as recent activity: their own decisions, merges, exports and backups, not who looked at what. */
export const deedsOfAdministrators: readonly DeedName[] = [
  'user.approved',
  'user.suspended',
  'user.reinstated',
  'user.reopened',
  'user.taken',
  'user.given-back',
  'user.invited',
  'user.deletion-requested',
  'duplicate.dismissed',
  'duplicate.merged',
  'duplicate.merge-undone',
  'connection.reviewed',
  'upgrade.reviewed',
  'contact.answered',
  'contact.closed',
  'safety.reported',
  'alert.answered',
  'alert.resolved',
  'users.exported',
  'sessions.exported',
  'newsletter.exported',
  'system.backed-up',
  'system.backup-begun',
]

/** The deed that an event tells of; null when it is everyday. The event's id makes a repeated one no second deed. */
export function deedOf<K extends EventType>(event: DarsiEvent<K>): Deed | null {
  const { id, type, time } = event
  // `as`: a lookup by the event's own type
  const kept = (audited[type] as ((event: DarsiEvent<K>) => Kept | null) | null)?.(event)
  if (!kept) return null
  return {
    id,
    // `as`: only deeds are remembered
    action: type as DeedName,
    by: kept.by,
    target: kept.target,
    detail: kept.detail ?? kept.other ?? '',
    at: new Date(kept.at ?? time),
  }
}

const viewLasts = 3600 * 1000

/** Somebody saw contact details: one deed an hour per viewer and what was seen, however often the page is loaded. */
export function viewing(action: 'user.viewed' | 'users.listed', by: string, target: string, at: Date): Deed {
  const hour = Math.floor(at.getTime() / viewLasts)
  return { id: ['view', action, by, target, hour].join('.'), action, by, target, detail: '', at }
}
