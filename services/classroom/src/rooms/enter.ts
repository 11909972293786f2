import type { ClassroomSeat } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Parts } from '../parts.ts'
import { rightsOfSeat } from '../sockets/socket-registry.ts'
import { placesFor, sharedId } from './place.ts'
import { partOf, refuseEntry } from './room.ts'
import type { RoomContext } from './room-store.ts'
import { showRoom } from './show-room.ts'

type Entering = {
  sessionId: string
  userId: string
  device: string
  authSessionId: string
  takeOver: boolean
}

/** A seat with the tickets for its sockets. Called again for each socket, because a ticket opens one. */
export async function enterRoom(parts: Parts, entering: Entering): Promise<ClassroomSeat> {
  const { sessionId, userId, device, authSessionId, takeOver } = entering
  const { rooms, seats, engine, tickets, publicUrl } = parts
  await rooms.settle(sessionId)
  const before = await rooms.contextOf(sessionId)
  if (!partOf(before.party.roster, userId)) throw problem('not-found')
  refuseAll(before, userId)
  const seat = { sessionId: sharedId(before.room), userId, device, authSessionId }
  if (!(await seats.take(seat, takeOver, before.at))) throw problem('classroom-seat-taken')
  if (takeOver) await parts.changed(seat.sessionId)
  const current = await rooms.contextOf(sessionId)
  const rights = rightsOfSeat(current, entering)
  const hasMedia = rights?.speak && engine.state() === 'ready'
  return {
    ...showRoom(current, userId, engine),
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
