import { randomUUID } from 'node:crypto'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { AlertQueries } from './alert-queries.ts'
import type { RaiseAlert } from './raise-alert.ts'
import type { ReportText } from './report-text.ts'

export type ReportDeps = {
  alertQueries: Pick<AlertQueries, 'reportedSince'>
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

const maxReportsPerHour = 10
const hour = 3600 * 1000

/**
 * Raises an alert from the report form.
 * @throws problem `reason-required` or `rate-limited`
 */
export async function report(
  { alertQueries, raiseAlert, alertSealer }: ReportDeps,
  { reason, text, aboutUserId, childId, sessionId }: Report,
  { by, at: createdAt }: { by: Identity; at: Date },
): Promise<void> {
  if (text.trim() === '') throw problem('reason-required')
  const recent = await alertQueries.reportedSince(by.userId, new Date(createdAt.getTime() - hour))
  if (recent >= maxReportsPerHour)
    throw problem('rate-limited', { params: { minutes: 60 }, retryAfter: 3600 })
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
