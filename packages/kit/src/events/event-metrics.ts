import { topicSettings } from '@darsi/contracts/events/event-definition.ts'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Documents } from '../mongo/documents.ts'
import { readGauge } from '../observability/metrics.ts'
import { sharedReading } from '../shared-reading.ts'
import type { LostRecords, PartitionLag } from './bus.ts'
import { createDeadLetterLimit } from './dead-letters/dead-letter-limit.ts'
import { outboxState } from './outbox-state.ts'

type Options = {
  registry: Registry
  collections: readonly Documents[]
  group: string
  lag: () => Promise<PartitionLag[]>
}

/** Kafka removes an event of this age after the same time again. */
const nearRetentionSeconds = topicSettings.config['retention.ms'] / 2 / 1000

/** The event metrics of one process. Dashboards and alerts read these names. */
export function createEventMetrics({ registry, collections, group, lag }: Options) {
  const registers = [registry]
  const deadLetterLimit = createDeadLetterLimit()
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
  // starts at 0: a counter that first appears with its first dead letter shows no increase, and the alert would miss it
  dead.inc({ group }, 0)
  const lost = new Counter({
    name: 'kafka_consumer_lost_records_total',
    help: 'Records that retention removed before this group handled them, since the start of this process.',
    labelNames: ['topic', 'partition'],
    registers,
  })
  const age = new Histogram({
    name: 'event_lag_seconds',
    help: 'Seconds from an event to the end of its handling.',
    labelNames: ['type'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
    registers,
  })
  const nearRetention = new Counter({
    name: 'events_near_retention_total',
    help: 'Events handled after more than half of the time that Kafka keeps them.',
    registers,
  })
  followOutbox(registry, collections)
  followLag(registry, lag)
  const retried = new Map<string, number>()
  const retrySeconds = {
    name: 'consumer_retry_seconds',
    help: 'For how long the record of a partition has been tried again; the longest one.',
  }
  readGauge(registry, retrySeconds, async () => {
    const now = performance.now()
    return [{ value: (now - Math.min(now, ...retried.values())) / 1000 }]
  })
  const stopped = {
    name: 'dead_letters_stopped',
    help: 'Types of events that wait because most of them fail.',
  }
  readGauge(registry, stopped, async () => [{ value: deadLetterLimit.stopped().length }])

  return {
    deadLetterLimit,
    retrying: (partition: string, isRetried: boolean) => {
      if (isRetried) retried.set(partition, performance.now())
      else retried.delete(partition)
    },
    lostRecords: ({ topic, partition, records }: LostRecords) =>
      lost.inc({ topic, partition: String(partition) }, records),
    published: (type: string) => published.inc({ type }),
    consumed: (type: string, outcome: 'ok' | 'dead', lagSeconds: number) => {
      consumed.inc({ type, group, outcome })
      age.observe({ type }, lagSeconds)
      if (outcome === 'dead') dead.inc({ group })
      if (lagSeconds > nearRetentionSeconds) nearRetention.inc()
    },
  }
}

function followOutbox(registry: Registry, collections: readonly Documents[]): void {
  // while Kafka is away, thousands of documents wait
  const read = sharedReading(() => outboxState(collections))
  readGauge(registry, { name: 'outbox_pending', help: 'Documents with unpublished events.' }, async () => [
    { value: (await read()).pending },
  ])
  readGauge(
    registry,
    { name: 'outbox_oldest_age_seconds', help: 'Age of the oldest unpublished event.' },
    async () => [{ value: (await read()).oldest }],
  )
}

function followLag(registry: Registry, readLag: Options['lag']): void {
  const lag = sharedReading(readLag)
  const labelNames = ['topic', 'partition']
  const waiting = { name: 'kafka_consumer_lag', help: 'Records that wait for this group.', labelNames }
  readGauge(registry, waiting, async () =>
    (await lag()).map(({ topic, partition, behind }) => ({
      value: behind,
      labels: { topic, partition: String(partition) },
    })),
  )
  const offset = { name: 'kafka_consumer_offset', help: 'Committed offset of this group.', labelNames }
  readGauge(registry, offset, async () =>
    (await lag()).map(({ topic, partition, committed }) => ({
      value: Number(committed),
      labels: { topic, partition: String(partition) },
    })),
  )
}
