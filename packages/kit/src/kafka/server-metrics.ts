import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import type { Bus } from '../events/bus.ts'
import { readGauge } from '../observability/metrics.ts'

type Servers = {
  bus: Pick<Bus, 'underReplicated'>
  topics: readonly string[]
  connection: Connection
  redis?: Redis | undefined
}

/** The state of the servers as this service sees it, so that their alerts need no further exporter. */
export function watchServers(registry: Registry, { bus, topics, connection, redis }: Servers): void {
  const copies = {
    name: 'kafka_under_replicated_partitions',
    help: 'Partitions of the consumed topics and their dead letters with fewer copies in sync than they should have.',
  }
  readGauge(registry, copies, async () => [{ value: await bus.underReplicated(topics) }])
  const lag = {
    name: 'mongodb_majority_lag_seconds',
    help: 'Seconds by which the majority of the replica set is behind its primary.',
  }
  readGauge(registry, lag, async () => {
    const seconds = majorityLag((await connection.db?.command({ hello: 1 })) ?? {})
    return seconds === null ? [] : [{ value: seconds }]
  })
  if (!redis) return
  for (const [name, key, help] of redisMemory)
    readGauge(registry, { name, help }, async () => [{ value: infoNumber(await redis.info('memory'), key) }])
}

const redisMemory = [
  ['redis_memory_used_bytes', 'used_memory', 'Memory that Redis uses.'],
  ['redis_memory_max_bytes', 'maxmemory', 'The limit of Redis; 0 without one.'],
] as const

/** @param hello MongoDB's answer to `hello`. @returns null without a replica set */
export function majorityLag(hello: Readonly<Record<string, unknown>>): number | null {
  const { lastWriteDate: last, majorityWriteDate: majority } = { ...(hello['lastWrite'] as LastWrite) }
  return last && majority ? (last.getTime() - majority.getTime()) / 1000 : null
}

// `as`: absent on a standalone server
type LastWrite = { lastWriteDate?: Date; majorityWriteDate?: Date } | undefined

export function infoNumber(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
}
