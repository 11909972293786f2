import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { IdentityVerifier } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Storage } from '@darsi/kit/storage/storage.ts'
import type { Connection } from 'mongoose'
import type { MediaEngine } from './media/engine.ts'
import { type Collections, createParts } from './parts.ts'
import { createRoomChannel } from './rooms/room-channel.ts'
import { startRoomClock } from './rooms/room-clock.ts'
import { createSocketRegistry } from './sockets/socket-registry.ts'
import { startSockets } from './sockets/sockets.ts'
import { createTicketStore } from './sockets/ticket-store.ts'

type Options = {
  connection: Connection
  collections: Collections
  outbox: Outbox
  redisUrl: string
  publicUrl: string
  engine: MediaEngine
  sealer: Sealer
  storage: Storage
  verifyIdentity: IdentityVerifier
  now: () => Date
  log: Log
}

/**
 * Rooms with their timers, sockets and media: everything that runs in one process, the same for the service and its
 * tests.
 */
export function startClassroom({ redisUrl, verifyIdentity, log, ...options }: Options) {
  const registry = createSocketRegistry()
  const follow = async (sessionId: string): Promise<void> => {
    try {
      await sockets.follow(sessionId)
    } catch (error) {
      // compared again within five seconds
      log.warn({ err: error }, 'room not followed')
    }
  }
  const channel = createRoomChannel(redisUrl, log, (sessionId) => {
    if (registry.of(sessionId).length > 0) void follow(sessionId)
  })
  const parts = createParts({
    ...options,
    tickets: createTicketStore(channel.redis),
    changed: async (sessionId) => {
      await follow(sessionId)
      await channel.tell(sessionId)
    },
  })
  const sockets = startSockets({ parts, registry, redis: channel.redis, redisUrl, verifyIdentity, log })
  let stopClock = async () => {}
  return {
    ...{ parts, registry, redis: channel.redis, upgrade: sockets.upgrade, stopSockets: sockets.stop },
    /** Starts the timers, after the erasures of a restore. */
    start: (): void => {
      sockets.start()
      stopClock = startRoomClock(parts, log)
    },
    stop: async (): Promise<void> => {
      await stopClock()
      options.engine.stop()
      channel.close()
    },
  }
}
