import { isProblem } from '@darsi/kit/http/problem.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { OpenBoards } from '../board/board.ts'
import type { Media } from '../media/follow-media.ts'
import { placesFor, placesOf } from '../rooms/place.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import type { SeatOfTab } from '../rooms/seat.ts'
import { rightsOfSeat } from '../rooms/seat-rights.ts'
import type { SeatStore } from '../rooms/seat-store.ts'
import type { SocketRegistry } from './socket-registry.ts'

type Parts = {
  rooms: Pick<RoomStore, 'contextOf'>
  registry: SocketRegistry
  boards: OpenBoards
  media: Media
  endSeats: (roomId: string) => Promise<void>
  log: Pick<Log, 'warn'>
}

/** How often the sockets of this process are compared with their rooms, in case a message was lost. */
const compareMs = 5000

/** Boards, sockets and the media engine's rooms of this process follow the rooms. */
export function startSockets({ rooms, registry, boards, media, endSeats, log }: Parts) {
  const compare = async (): Promise<void> => {
    for (const sessionId of registry.sessionIds()) {
      await endSeats(sessionId)
      const current = await rooms.contextOf(sessionId).catch(nullIfRemoved)
      if (current) registry.follow(current)
      else registry.closeRoom(sessionId)
      if (current) await boards.followErasures(current)
    }
  }
  let stops: (() => Promise<void>)[] = []
  return {
    start: (): void => {
      stops = [
        repeat({ everyMs: compareMs, work: compare, log, failed: 'sockets not compared' }),
        media.watch(log),
      ]
    },
    /** Called after a change, in this process or another one. */
    follow: async (sessionId: string): Promise<void> => {
      const current = await rooms.contextOf(sessionId)
      const followed = media.follow(current).catch((error: unknown) =>
        // checked again within six seconds
        log.warn({ err: error }, 'media engine not followed'),
      )
      // the engine has the room before a tab gets the live state; an end does not wait for the engine
      if (placesOf(current).some(({ room }) => room.state === 'live')) await followed
      registry.follow(current)
      await boards.followErasures(current)
      await followed
    },
    stop: async (): Promise<void> => {
      registry.closeAll()
      boards.board.flushPendingStores()
      await Promise.all(stops.map((stop) => stop()))
      await boards.stop()
    },
  }
}

/** A removed lesson must not stop the comparison of the others. */
function nullIfRemoved(error: unknown): null {
  if (isProblem(error, 'not-found')) return null
  throw error
}

type Presence = {
  rooms: Pick<RoomStore, 'contextOf' | 'settle'>
  seats: Pick<SeatStore, 'see'>
  registry: SocketRegistry
  now: () => Date
  log: Pick<Log, 'warn'>
}

/** Records a sign of life of a board's socket. */
export const createPresence =
  ({ rooms, seats, registry, now, log }: Presence) =>
  async (seat: SeatOfTab): Promise<void> => {
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
