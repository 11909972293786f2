import { randomUUID } from 'node:crypto'
import type { Sealer } from '@darsi/kit/events/seal.ts'
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

/**
 * Raises an alert from the report form.
 * @throws problem `reason-required` or `rate-limited`
 */
export async function report(
  { reportLimit, raiseAlert, alertSealer }: ReportDeps,
  { reason, text, aboutUserId, childId, sessionId }: Report,
  { by, at: createdAt }: { by: Identity; at: Date },
): Promise<void> {
  if (text.trim() === '') throw problem('reason-required')
  await reportLimit.take('report', by.userId, createdAt)
  await raiseAlert({
    _id: randomUUID(),
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
