import type { Model } from 'mongoose'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The event metrics of one process; the names are what dashboards and alerts read. */
export function createEventMetrics(registry: Registry, models: readonly Model<never>[], group: string) {
  const registers = [registry]
  const published = new Counter({
    name: 'events_published_total',
    help: 'Events acknowledged by Kafka.',
    labelNames: ['type'],
    registers,
  })
  const consumed = new Counter({
    name: 'events_consumed_total',
    help: 'Events handled to their end.',
    labelNames: ['type', 'group', 'outcome'],
    registers,
  })
  const dead = new Counter({
    name: 'dlt_messages_total',
    help: 'Events moved to a dead-letter topic.',
    labelNames: ['group'],
    registers,
  })
  const lag = new Histogram({
    name: 'event_lag_seconds',
    help: 'Seconds from an event to the end of its handling.',
    labelNames: ['type'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
    registers,
  })
  const waiting = { outboxAt: { $exists: true } }
  new Gauge({
    name: 'outbox_pending',
    help: 'Documents with unpublished events.',
    registers,
    async collect() {
      let count = 0
      for (const model of models) count += await model.collection.countDocuments(waiting)
      this.set(count)
    },
  })
  new Gauge({
    name: 'outbox_oldest_age_seconds',
    help: 'Age of the oldest unpublished event.',
    registers,
    async collect() {
      let oldest = Date.now()
      for (const model of models) {
        const doc = await model.collection.findOne(waiting, {
          sort: { outboxAt: 1 },
          projection: { 'outbox.time': 1 },
        })
        const time: string | undefined = doc?.['outbox']?.[0]?.time
        if (time) oldest = Math.min(oldest, Date.parse(time))
      }
      this.set((Date.now() - oldest) / 1000)
    },
  })
  return {
    published: (type: string) => published.inc({ type }),
    consumed: (type: string, outcome: 'ok' | 'dead', lagSeconds: number) => {
      consumed.inc({ type, group, outcome })
      lag.observe({ type }, lagSeconds)
      if (outcome === 'dead') dead.inc({ group })
    },
  }
}
