import { readGauge } from '@darsi/kit/observability/metrics.ts'
import type { Registry } from 'prom-client'
import type { AuditAnchors } from './audit-anchors.ts'

/** infra/observability alerts when the log has lost its tail. */
export function createAuditMetrics(registry: Registry, anchors: Pick<AuditAnchors, 'missing'>): void {
  readGauge(
    registry,
    { name: 'audit_anchor_missing', help: '1 when the audit log lacks the entry that was anchored last.' },
    async () => [{ value: (await anchors.missing()) ? 1 : 0 }],
  )
}
