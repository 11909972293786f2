import { readGauge } from '@darsi/kit/metrics.ts'
import type { Registry } from 'prom-client'
import type { Erasures } from './erasures.ts'

/** An erasure that stays open for a day is an alarm. */
export function createErasureMetrics(registry: Registry, erasures: Pick<Erasures, 'open'>): void {
  readGauge(
    registry,
    { name: 'erasure_open', help: 'Erasures that not every service has confirmed.' },
    async () => [{ value: (await erasures.open()).count }],
  )
  readGauge(
    registry,
    { name: 'erasure_oldest_age_seconds', help: 'Age of the oldest open erasure.' },
    async () => {
      const { oldest } = await erasures.open()
      return [{ value: oldest ? (Date.now() - oldest.getTime()) / 1000 : 0 }]
    },
  )
}
