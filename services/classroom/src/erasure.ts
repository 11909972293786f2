import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import { leaveTombstone } from '@darsi/kit/events/tombstone.ts'
import type { Parts } from './parts.ts'
import { sharedId } from './rooms/place.ts'
import type { Room } from './rooms/room.ts'

type BoardRoom = Pick<Room, '_id' | 'groupId'>

/** Removes an account's stays and the boards of its lessons. Boards of a child stay while another guardian is left. */
export async function eraseAccount(parts: Parts, userId: string, at: Date): Promise<void> {
  const connectionIds = await parts.parties.everConnectionIdsOf(userId)
  await parts.parties.erase(userId, at)
  for (const connectionId of connectionIds) {
    await parts.rooms.settleConnection(connectionId)
    const roster = (await parts.parties.of(connectionId))?.roster
    if (roster?.teacherId === userId) await eraseWhole(parts, await roomsOf(parts, connectionId))
    else if (roster?.studentId === userId) await eraseLearner(parts, connectionId, [userId], at)
    else await eraseChild(parts, connectionId, at)
  }
  await parts.collections.rooms.updateMany(
    { connectionId: { $in: connectionIds }, $or: [{ present: userId }, { hands: userId }] },
    { $pull: { present: userId, hands: userId } },
  )
  await parts.pictures.forget(userId)
  await parts.seats.erase(userId)
  await parts.reports.erase(userId)
  await parts.parties.forget(userId)
  // last, because it publishes that the erasure is done
  await leaveTombstone(parts.outbox, parts.collections.tombstones, { userId, service: 'classroom', at })
}

/** Removes the boards of a child without an account once its last guardian has left. */
export async function eraseChild(parts: Parts, connectionId: string, at: Date): Promise<void> {
  const roster = (await parts.parties.of(connectionId))?.roster
  if (!roster || !isErasedChild(roster)) return
  const everIds = await parts.parties.everIdsOf(connectionId)
  const guardianIds = everIds.filter((userId) => userId !== roster.teacherId)
  await eraseLearner(parts, connectionId, guardianIds, at)
}

/**
 * Of a group hour only the seat's own objects and the pictures of these accounts go, because the board is the others'
 * too.
 */
async function eraseLearner(
  parts: Parts,
  connectionId: string,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  const rooms = await roomsOf(parts, connectionId)
  await eraseWhole(
    parts,
    rooms.filter(({ groupId }) => !groupId),
  )
  for (const room of rooms.filter(({ groupId }) => groupId)) {
    const roomId = sharedId(room)
    await parts.boards.eraseClients(roomId, await parts.writers.of(roomId, room._id), at)
    for (const userId of userIds) await parts.pictures.eraseOf(roomId, userId)
    // the pages that are open, in each process
    await parts.changed(roomId)
  }
}

async function eraseWhole(parts: Parts, rooms: readonly BoardRoom[]): Promise<void> {
  const whole = rooms.map(sharedId)
  await parts.rooms.eraseBoards(whole)
  await parts.boards.erase(whole)
  await parts.writers.erase(whole)
  await parts.pictures.erase(whole)
}

const roomsOf = ({ collections }: Parts, connectionId: string): Promise<BoardRoom[]> =>
  collections.rooms.find({ connectionId }, { projection: { _id: 1, groupId: 1 } }).toArray()
