import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem } from '@darsi/kit/http/problem.ts'
import type { IdentityVerifier } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Redis } from 'ioredis'
import { createBoard } from '../board/board.ts'
import { eraseObjects } from '../board/board-writers.ts'
import { followMedia, startMediaWatch } from '../media/follow-media.ts'
import type { Parts } from '../parts.ts'
import { isInForce, placesFor, placesOf, sharedId } from '../rooms/place.ts'
import type { RoomContext } from '../rooms/room-store.ts'
import { createBoardSockets } from './board-socket.ts'
import { createSeatEnding } from './ended-sessions.ts'
import { rightsOfSeat, type SocketRegistry } from './socket-registry.ts'
import type { TicketSeat } from './ticket-store.ts'
import { createUpgrades } from './upgrades.ts'

type Options = {
  parts: Parts
  registry: SocketRegistry
  redis: Redis
  redisUrl: string
  verifyIdentity: IdentityVerifier
  log: Log
}

/** How often the sockets of this process are compared with their rooms, in case a message was lost. */
const compareMs = 5000

const letGoMs = 4000

/** Boards, sockets and the media engine's rooms of this process. */
export function startSockets({ parts, registry, redis, redisUrl, verifyIdentity, log }: Options) {
  const { rooms, seats, boards, writers, now, engine, tickets } = parts
  const board = createBoard({ rooms, boards, writers, redisUrl, now, log })
  const media = { engine, rooms, seats, now, collection: parts.roomDocuments }
  const seen = async (seat: TicketSeat): Promise<void> => {
    try {
      await seats.see(seat, now())
      const current = await rooms.contextOf(seat.sessionId)
      const places = placesFor(current, seat.userId)
      // a right that was lost while the socket was being opened
      if (!rightsOfSeat(current, seat)) registry.follow(current)
      if (places.some(({ room }) => !room.present.includes(seat.userId))) await rooms.settle(seat.sessionId)
    } catch (error) {
      log.warn({ err: error }, 'presence not noted')
    }
  }
  const endSeats = createSeatEnding(redis, parts, log)
  const eraseOpen = eraseOpenWith(board, boards)
  const compare = async (): Promise<void> => {
    for (const sessionId of registry.sessionIds()) {
      await endSeats(sessionId)
      const current = await rooms.contextOf(sessionId).catch(nullIfRemoved)
      if (current) registry.follow(current)
      else registry.closeRoom(sessionId)
      if (current) await eraseOpen(current)
    }
  }
  let stops: (() => Promise<void>)[] = []
  return {
    start: (): void => {
      stops = [
        repeat({ everyMs: compareMs, work: compare, log, failed: 'sockets not compared' }),
        startMediaWatch(media, log),
      ]
    },
    upgrade: createUpgrades({
      ...{ verifyIdentity, tickets, rooms, engine, registry, endSeats, log },
      openBoard: createBoardSockets({ board, registry, seen }),
    }),
    /** Called after a change, in this process or another one. */
    follow: async (sessionId: string): Promise<void> => {
      const current = await rooms.contextOf(sessionId)
      const followed = followMedia(media, current).catch((error: unknown) =>
        // checked again within six seconds
        log.warn({ err: error }, 'media engine not followed'),
      )
      // the engine has the room before a tab gets the live state; an end does not wait for the engine
      if (placesOf(current).some(({ room }) => room.state === 'live')) await followed
      registry.follow(current)
      await eraseOpen(current)
      await followed
    },
    stop: async (): Promise<void> => {
      registry.closeAll()
      board.flushPendingStores()
      await Promise.all(stops.map((stop) => stop()))
      // a page is stored and unloaded a moment after its last socket
      for (const until = Date.now() + letGoMs; board.getDocumentsCount() > 0 && Date.now() < until; )
        await sleep(50)
      await board.hooks('onDestroy', { instance: board })
    },
  }
}

/** Erased objects vanish from the pages that are open in this process, and from their tabs. */
const eraseOpenWith =
  (board: ReturnType<typeof createBoard>, boards: Parts['boards']) =>
  async (current: RoomContext): Promise<void> => {
    if (!current.room.groupId || placesOf(current).every(isInForce)) return
    for (const [page, clients] of await boards.erasedClients(sharedId(current.room))) {
      const document = board.documents.get(page)
      if (document) eraseObjects(document, clients)
    }
  }

/** A removed lesson must not stop the comparison of the others. */
function nullIfRemoved(error: unknown): null {
  if (isProblem(error, 'not-found')) return null
  throw error
}
