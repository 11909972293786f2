import { type DarsiEvent, eventsWith, liveOf } from '@darsi/contracts/events/events.ts'
import { revokedChannel } from '@darsi/contracts/rules/access-token.ts'
import { isLiveKind, type LiveEvent, liveChannel } from '@darsi/contracts/rules/live-kinds.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { atMost } from '@darsi/kit/time-limit.ts'
import type { Redis } from 'ioredis'

type Options = {
  redis: Redis
  /** Of the connection that subscribes. */
  redisUrl: string
  prefix: string
  log: Log
  onUpdate: (userId: string, event: LiveEvent) => void
  /** @param key the revocation that auth wrote to Redis */
  onRevoked: (key: string) => void
  /** The connection to Redis was lost: messages in between are missing. */
  onGap: () => void
}

export type PublishLive = (userIds: readonly string[], event: LiveEvent) => Promise<void>

/**
 * Messages from the process that handled an event to the processes with its readers' streams: one Redis channel per
 * account. Nothing is stored here; all data is in the database and is read again.
 */
export function createLive({ redis, redisUrl, prefix, log, onUpdate, onRevoked, onGap }: Options) {
  const listener = connectRedis(redisUrl, log, { isPatient: true })
  const channelOf = (userId: string) => liveChannel(userId, prefix)
  // a process may also begin without Redis
  const connecting =
    redis.status === 'ready' ? null : atMost(1000, new Promise((resolve) => redis.once('ready', resolve)))
  let wasReady = false
  listener.on('ready', () => {
    if (wasReady) onGap()
    wasReady = true
  })
  void listener.subscribe(revokedChannel).catch(() => undefined)
  listener.on('message', (channel: string, text: string) => {
    if (channel === revokedChannel) return onRevoked(text)
    const event: unknown = JSON.parse(text)
    if (isLiveEvent(event)) onUpdate(channel.slice(channelOf('').length), event)
  })

  const publishLive: PublishLive = async (userIds, event) => {
    try {
      await connecting
      // an event does not wait for its readers' pages: they read again after a reconnection
      if (redis.status !== 'ready') return
      const text = JSON.stringify(event)
      await Promise.all([...new Set(userIds)].map((userId) => redis.publish(channelOf(userId), text)))
    } catch (error) {
      // an event is done once its notice is stored; the readers reload it
      log.warn({ err: error, kind: event.kind }, 'live update not published')
    }
  }
  return {
    publishLive,
    /** Resolves once the channel is subscribed; with Redis down that happens later, and `onGap` reports it. */
    follow: (userId: string) =>
      atMost(
        1000,
        listener.subscribe(channelOf(userId)).catch(() => undefined),
      ),
    leave: (userId: string) => void listener.unsubscribe(channelOf(userId)).catch(() => undefined),
    close: () => listener.disconnect(),
  }
}

function isLiveEvent(value: unknown): value is LiveEvent {
  if (typeof value !== 'object' || value === null) return false
  return 'kind' in value && isLiveKind(value.kind) && 'id' in value && typeof value.id === 'string'
}

/** Makes the open pages of the people of an event reload, after its own handler, so that they read the changed data. */
export function withLive(table: Consumes, publishLive: PublishLive): Consumes {
  const entries = eventsWith('live').map((type) => {
    // `as`: the handler of exactly this type
    const handle = table[type] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    const handleAndTell = async (event: DarsiEvent): Promise<void> => {
      await handle?.(event)
      const update = liveOf(event)
      if (update) await publishLive(update.to, update.event)
    }
    return [type, handleAndTell] as const
  })
  return { ...table, ...Object.fromEntries(entries) }
}
