import type { AuditActionDetail } from './audit-actions.ts'

/** What the audit log keeps of an event, in ids and fixed words alone: the log stays when a person is erased. */
export type AuditEntry = {
  /** Empty when the actor is unknown. */
  by: string
  target: string
  detail?: AuditActionDetail | ''
  /** Of a pair of accounts the one that is closed. */
  other?: string
  /** The time of the event when it is absent. */
  at?: string | undefined
}

type Action = {
  by?: string | undefined
  at: string
  reason?: AuditActionDetail | undefined
  decision?: AuditActionDetail | undefined
}

/** An action on what the field `target` names. */
export const actionOn =
  <K extends string>(target: K) =>
  (data: Action & Record<K, string>): AuditEntry => ({
    by: data.by ?? '',
    target: data[target],
    detail: data.reason ?? data.decision ?? '',
    at: data.at,
  })

/** An action of the owner of an account. */
export const byOwner = (
  { userId, at }: { userId: string; at?: string },
  detail: AuditActionDetail | '' = '',
): AuditEntry => ({ by: userId, target: userId, detail, at })
