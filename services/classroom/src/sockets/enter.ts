import type { ClassroomSeat } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { MediaEngine } from '../media/engine.ts'
import { partOf } from '../parties/roster.ts'
import { placesFor, sharedId } from '../rooms/place.ts'
import { refuseEntry } from '../rooms/room.ts'
import type { RoomContext, RoomStore } from '../rooms/room-store.ts'
import { rightsOfSeat } from '../rooms/seat-rights.ts'
import type { SeatStore } from '../rooms/seat-store.ts'
import { showRoom } from '../rooms/show-room.ts'
import type { TicketStore } from './ticket-store.ts'

type Parts = {
  rooms: RoomStore
  seats: SeatStore
  engine: MediaEngine
  tickets: TicketStore
  publicUrl: string
  /** Called after each change of a room. */
  changed: (sessionId: string) => Promise<void>
}
export type Entering = {
  sessionId: string
  userId: string
  device: string
  authSessionId: string
  takeOver: boolean
}

/** A seat with the tickets for its sockets. Called again for each socket, because a ticket opens one. */
export async function enterRoom(parts: Parts, entering: Entering): Promise<ClassroomSeat> {
  const { sessionId, userId, device, authSessionId, takeOver } = entering
  const { rooms, seats, engine, tickets, publicUrl, changed } = parts
  await rooms.settle(sessionId)
  const before = await rooms.contextOf(sessionId)
  if (!partOf(before.party.roster, userId)) throw problem('not-found')
  refuseAll(before, userId)
  const seat = { sessionId: sharedId(before.room), userId, device, authSessionId }
  if (!(await seats.take(seat, takeOver, before.at))) throw problem('classroom-seat-taken')
  if (takeOver) await changed(seat.sessionId)
  const current = await rooms.contextOf(sessionId)
  const rights = rightsOfSeat(current, entering)
  const hasMedia = rights?.speak && engine.state() === 'ready'
  return {
    ...showRoom(current, userId, engine.state()),
    ticket: await tickets.issue(seat),
    mediaToken: hasMedia ? await engine.tokenFor(seat, rights) : null,
    mediaUrl: publicUrl.replace(/^http/, 'ws'),
  }
}

/**
 * The teacher of a group gets in as long as one seat is left, whichever the address names.
 * @throws the refusal of the own seat once there is none
 */
function refuseAll(current: RoomContext, userId: string): void {
  const refusals = placesFor(current, userId).map(({ room, party }) => {
    try {
      refuseEntry(room, party.roster, current.at)
      return null
    } catch (error) {
      return error
    }
  })
  if (!refusals.includes(null)) throw refusals[0]
}
