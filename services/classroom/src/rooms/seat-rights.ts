import type { ClassroomRights } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { isProblem } from '@darsi/kit/http/problem.ts'
import { isOverFor, rightsIn, sharedId } from './place.ts'
import type { RoomContext, RoomStore } from './room-store.ts'
import { type SeatOfTab, seatId } from './seat.ts'

type Parts = { rooms: Pick<RoomStore, 'contextOf'> }

/** Null for a person who is no longer a party, for a tab that left or was replaced, and for an older session of it. */
export function rightsOfSeat(
  current: RoomContext,
  { userId, device, authSessionId }: Omit<SeatOfTab, 'sessionId'>,
): ClassroomRights | null {
  const id = seatId(sharedId(current.room), userId, device)
  const seat = current.seats.find(({ _id }) => _id === id)
  const isOfSeat = authSessionId === undefined || authSessionId === seat?.authSessionId
  return seat && !seat.closed && isOfSeat ? rightsIn(current, userId) : null
}

/** Whether this seat may be in the room now. */
export const maySit = async (parts: Parts, seat: SeatOfTab): Promise<boolean> =>
  (await rightsNow(parts, seat)) !== null

/** The same for voice and video: a valid token opens nothing once its seat has no right. */
export const mayJoin = async (parts: Parts, seat: SeatOfTab | null): Promise<boolean> =>
  seat !== null && (await rightsNow(parts, seat))?.speak === true

async function rightsNow({ rooms }: Parts, seat: SeatOfTab): Promise<ClassroomRights | null> {
  try {
    const current = await rooms.contextOf(seat.sessionId)
    return isOverFor(current, seat.userId) ? null : rightsOfSeat(current, seat)
  } catch (error) {
    if (isProblem(error, 'not-found')) return null
    throw error
  }
}
