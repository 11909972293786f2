import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Alert } from './alert.ts'
import type { EvidenceStore } from './evidence-store.ts'
import { reportTextOf } from './report-text.ts'

type Deps = {
  users: Pick<UserStore, 'identities'>
  evidence: Pick<EvidenceStore, 'open'>
  alertSealer: Sealer
}

export type OpenEvidence = ReturnType<typeof createOpenEvidence>

export function createOpenEvidence({ users, evidence, alertSealer }: Deps) {
  return async (alert: Alert, concerns: Concerns, userIds: string[]): Promise<void> => {
    const { _id, reason, severity, createdAt: openedAt } = alert
    const people = await users.identities(userIds)
    const report = reportTextOf(alertSealer, alert)
    await evidence.open({ _id, reason, severity, userIds, concerns, openedAt, people, report })
  }
}
