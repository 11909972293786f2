import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { IdentityVerifier } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Storage } from '@darsi/kit/storage/storage.ts'
import type { Connection } from 'mongoose'
import { createOpenBoards } from './board/board.ts'
import type { MediaEngine } from './media/engine.ts'
import { createMedia } from './media/follow-media.ts'
import { type Collections, createParts } from './parts.ts'
import { createRoomChannel } from './rooms/room-channel.ts'
import type { RoomStore } from './rooms/room-store.ts'
import { createBoardSockets } from './sockets/board-socket.ts'
import { createSeatEnding } from './sockets/ended-sessions.ts'
import { createSocketRegistry } from './sockets/socket-registry.ts'
import { createPresence, startSockets } from './sockets/sockets.ts'
import { createTicketStore } from './sockets/ticket-store.ts'
import { createJudge, createUpgrades } from './sockets/upgrades.ts'

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
  const boards = createOpenBoards({ ...parts, redisUrl, log })
  const endSeats = createSeatEnding(channel.redis, parts, log)
  const media = createMedia({ ...parts, collection: parts.collections.rooms })
  const sockets = startSockets({ ...parts, registry, boards, media, endSeats, log })
  const seen = createPresence({ ...parts, registry, log })
  const openBoard = createBoardSockets({ board: boards.board, registry, seen })
  const judge = createJudge({ ...parts, verifyIdentity, endSeats })
  const upgrade = createUpgrades({ judge, registry, openBoard, log })
  let stopClock = async () => {}
  return {
    ...{ parts, registry, redis: channel.redis, upgrade, stopSockets: sockets.stop },
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

const clockMs = 1000

/** The timers are fields of the rooms, so no restart loses one. Safe on several replicas. */
function startRoomClock(
  { rooms, now }: { rooms: Pick<RoomStore, 'due' | 'settle'>; now: () => Date },
  log: Pick<Log, 'warn'>,
): () => Promise<void> {
  const work = async (isStopping: () => boolean) => {
    for (const sessionId of await rooms.due(now())) {
      if (isStopping()) return
      await rooms.settle(sessionId)
    }
  }
  return repeat({ everyMs: clockMs, work, log, failed: 'room clock failed' })
}
