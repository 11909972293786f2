import { Gauge, type Registry } from 'prom-client'
import type { Erasures } from './erasures.ts'

/** An erasure that stays open for a day is an alarm. */
export function createErasureMetrics(registry: Registry, erasures: Pick<Erasures, 'open'>): void {
  const registers = [registry]
  new Gauge({
    name: 'erasure_open',
    help: 'Erasures that not every service has confirmed.',
    registers,
    async collect() {
      // without its database the gauge has no news; the other metrics still do
      const state = await erasures.open().catch(() => null)
      if (state) this.set(state.count)
    },
  })
  new Gauge({
    name: 'erasure_oldest_age_seconds',
    help: 'Age of the oldest open erasure.',
    registers,
    async collect() {
      const state = await erasures.open().catch(() => null)
      if (state) this.set(state.oldest ? (Date.now() - state.oldest.getTime()) / 1000 : 0)
    },
  })
}
