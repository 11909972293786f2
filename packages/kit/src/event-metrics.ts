import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { PartitionLag } from './bus.ts'
import type { Stored } from './documents.ts'
import { outboxState } from './outbox-state.ts'

type Options = {
  registry: Registry
  models: readonly Stored[]
  group: string
  lag?: () => Promise<PartitionLag[]>
}
type Labels = Record<string, string>

/** The event metrics of one process; the names are what dashboards and alerts read. */
export function createEventMetrics({ registry, models, group, lag }: Options) {
  const registers = [registry]
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (set: (labels: Labels, value: number) => void) => Promise<void>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        // without its database or Kafka the gauge has no value; the other metrics still do
        await collect((labels, value) => this.set(labels, value)).catch(() => undefined)
      },
    })
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
  // a counter that begins with its first dead letter never rises from nothing, which is what the alert looks for
  dead.inc({ group }, 0)
  const age = new Histogram({
    name: 'event_lag_seconds',
    help: 'Seconds from an event to the end of its handling.',
    labelNames: ['type'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
    registers,
  })
  gauge('outbox_pending', 'Documents with unpublished events.', [], async (set) =>
    set({}, (await outboxState(models)).pending),
  )
  gauge('outbox_oldest_age_seconds', 'Age of the oldest unpublished event.', [], async (set) =>
    set({}, (await outboxState(models)).oldest),
  )
  if (lag) {
    gauge('kafka_consumer_lag', 'Records that wait for this group.', ['topic', 'partition'], async (set) => {
      for (const { topic, partition, behind } of await lag())
        set({ topic, partition: String(partition) }, behind)
    })
  }

  return {
    published: (type: string) => published.inc({ type }),
    consumed: (type: string, outcome: 'ok' | 'dead', lagSeconds: number) => {
      consumed.inc({ type, group, outcome })
      age.observe({ type }, lagSeconds)
      if (outcome === 'dead') dead.inc({ group })
    },
  }
}
