import type { ViewAction } from '../rules/audited-views.ts'
import type { AuditActionDetail } from './audit-actions.ts'

/** The audit entry of an event, in ids and fixed words only, so that it can stay when a person is erased. */
export type AuditEntry = {
  /** Empty when the actor is unknown. */
  by: string
  target: string
  detail?: AuditActionDetail | ''
  /** For a pair of accounts, the one that is closed. */
  other?: string
  /** Absent: the time of the event. */
  at?: string | undefined
  /** Of what administrators were shown: the action instead of the event's type, and the ids shown. */
  view?: { action: ViewAction; shown: readonly string[] }
}

type Action = {
  by?: string | undefined
  at: string
  reason?: AuditActionDetail | undefined
  decision?: AuditActionDetail | undefined
}

/** An action on the object in the field `target`. */
export const actionOn =
  <K extends string>(target: K) =>
  (data: Action & Record<K, string>): AuditEntry => ({
    by: data.by ?? '',
    target: data[target],
    detail: data.reason ?? data.decision ?? '',
    at: data.at,
  })

/** An action of an account's owner. */
export const byOwner = (
  { userId, at }: { userId: string; at?: string },
  detail: AuditActionDetail | '' = '',
): AuditEntry => ({ by: userId, target: userId, detail, at })
