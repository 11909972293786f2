import type { Sealer } from '@darsi/kit/events/seal.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { WriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { RaiseAlert } from './raise-alert.ts'
import type { ReportText } from './report-text.ts'

export type ReportDeps = {
  /** Per account. */
  reportLimit: WriteLimits<'report'>
  raiseAlert: RaiseAlert
  alertSealer: Sealer
}
type Report = {
  reason: 'behaviour' | 'contact-details' | 'danger' | 'other'
  text: string
  aboutUserId?: string | undefined
  childId?: string | undefined
  sessionId?: string | undefined
}
type Sent = { by: Identity; at: Date; idempotencyKey: string | undefined }

/**
 * Raises an alert from the report form. A repetition with the same key is the same alert.
 * @throws problem `reason-required` or `rate-limited`
 */
export async function report(
  { reportLimit, raiseAlert, alertSealer }: ReportDeps,
  told: Report,
  { by, at: createdAt, idempotencyKey }: Sent,
): Promise<void> {
  const { reason, text, aboutUserId, childId, sessionId } = told
  if (text.trim() === '') throw problem('reason-required')
  await reportLimit.take('report', by.userId, createdAt)
  await raiseAlert({
    _id: createdId(idempotencyKey, [by.userId, told]),
    reason,
    severity: reason === 'danger' ? 'high' : 'medium',
    minor: childId !== undefined,
    claimed: true,
    by: by.userId,
    aboutUserId: aboutUserId ?? null,
    childId: childId ?? null,
    sessionId: sessionId ?? null,
    // a parent sees the alert about an own child among the own alerts
    guardianIds: childId && by.role === 'parent' ? [by.userId] : [],
    sealed: alertSealer.seal({ text, quoted: '' } satisfies ReportText),
    createdAt,
  })
}
