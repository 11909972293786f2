import { readGauge } from '@darsi/kit/observability/metrics.ts'
import { sharedReading } from '@darsi/kit/shared-reading.ts'
import type { Registry } from 'prom-client'
import type { ErasureQueries } from './erasure-queries.ts'

/** infra/observability alerts when an erasure stays open for a day. */
export function createErasureMetrics(registry: Registry, erasures: Pick<ErasureQueries, 'open'>): void {
  const open = sharedReading(() => erasures.open())
  readGauge(
    registry,
    { name: 'erasure_open', help: 'Erasures that not every service has confirmed.' },
    async () => [{ value: (await open()).count }],
  )
  readGauge(
    registry,
    { name: 'erasure_oldest_age_seconds', help: 'Age of the oldest open erasure.' },
    async () => {
      const { oldest } = await open()
      return [{ value: oldest ? (Date.now() - oldest.getTime()) / 1000 : 0 }]
    },
  )
}
