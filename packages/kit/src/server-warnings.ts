import { isDeadLetterTopic, topicSettings } from '@darsi/contracts/events/event-definition.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { Bus, TopicState } from './events/bus.ts'

type Options = {
  bus: Pick<Bus, 'topicStates'>
  topics: readonly string[]
  partitions: number
  connection: Connection
  redis?: Redis | undefined
  isProduction: boolean
  log: { warn: (about: object, text: string) => void }
}

/**
 * Logs at start where a server's settings could lose data or limit the load, with the setting to change. It never stops
 * a start: a check that fails is one more warning.
 */
export async function warnOfServers(options: Options): Promise<void> {
  const { bus, topics, partitions, connection, redis, isProduction, log } = options
  const check = async (server: string, warnings: () => Promise<string[]>) => {
    try {
      for (const warning of await warnings()) log.warn({ server }, warning)
    } catch (error) {
      log.warn({ err: error, server }, 'its settings could not be checked')
    }
  }
  await check('kafka', async () => topicWarnings(await bus.topicStates(topics), { partitions, isProduction }))
  if (!isProduction) return
  await check('mongodb', async () => mongoWarnings((await connection.db?.command({ hello: 1 })) ?? {}))
  if (redis) await check('redis', async () => redisWarnings(await redis.info()))
}

/** In a trial only the number of partitions is checked: one broker cannot have copies. */
export function topicWarnings(
  states: readonly TopicState[],
  { partitions, isProduction }: Pick<Options, 'partitions' | 'isProduction'>,
): string[] {
  const where = (isWrong: (state: TopicState) => boolean) =>
    states
      .filter(isWrong)
      .map(({ topic }) => topic)
      .join(', ')
  const other = where(
    (state) =>
      state.partitions !== (isDeadLetterTopic(state.topic) ? topicSettings.deadLetterPartitions : partitions),
  )
  const few = where(({ copies }) => copies < 3)
  const weak = where(({ copies, minInSync }) => copies >= 2 && minInSync < 2)
  const long = where(({ retentionMs }) => retentionMs !== topicSettings.config['retention.ms'])
  return [
    ...(other
      ? [`KAFKA_PARTITIONS is ${partitions}, but not of ${other}: docs/reference.md, Partitions`]
      : []),
    ...(isProduction && few ? [`fewer than 3 copies of ${few}: set a replication factor of 3`] : []),
    ...(isProduction && weak ? [`min.insync.replicas is 1 for ${weak}: set it to 2`] : []),
    ...(isProduction && long
      ? [`retention.ms is not ${topicSettings.config['retention.ms']} for ${long}: set it`]
      : []),
  ]
}

/** @param hello MongoDB's answer to `hello`; a router of a sharded cluster says `isdbgrid` */
export function mongoWarnings(hello: Readonly<Record<string, unknown>>): string[] {
  if (hello['msg'] === 'isdbgrid') return []
  if (!hello['setName'])
    return ['MongoDB is no replica set: an acknowledged write is lost with its disk. Use a replica set of 3']
  const members = Array.isArray(hello['hosts']) ? hello['hosts'].length : 0
  return members < 3 ? [`the replica set has ${members} members with data: use 3, so that one can fail`] : []
}

/** @param info Redis's answer to `INFO` */
export function redisWarnings(info: string): string[] {
  const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
  const policy = value('maxmemory_policy')
  return [
    ...(value('aof_enabled') === '0'
      ? ['Redis has no append-only file: set appendonly yes, or a restart loses mail jobs and limits']
      : []),
    ...(policy && policy !== 'noeviction'
      ? [`Redis removes keys when it is full (${policy}): set maxmemory-policy noeviction`]
      : []),
    ...(value('maxmemory') === '0'
      ? ['Redis has no memory limit and is killed when its machine is full: set maxmemory']
      : []),
    ...(value('connected_slaves') === '0' && value('role') === 'master'
      ? ['Redis has no replica: add one, so that it can fail over']
      : []),
  ]
}
