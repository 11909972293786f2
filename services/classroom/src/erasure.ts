import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { leaveTombstone } from '@darsi/kit/mongo/tombstone.ts'
import type { Connection as Database } from 'mongoose'
import type { BoardStore } from './board/board-store.ts'
import type { BoardWriters } from './board/board-writers.ts'
import type { PictureStore } from './board/picture-store.ts'
import type { PartyStore } from './parties/party-store.ts'
import type { ReportStore } from './reports/report-store.ts'
import { sharedId } from './rooms/place.ts'
import type { Room } from './rooms/room.ts'
import type { RoomStore, Rooms } from './rooms/room-store.ts'
import type { SeatStore } from './rooms/seat-store.ts'

type Tombstone = Outboxed & { erasedAt: Date }
type Tombstones = Collection<Tombstone>

export const tombstoneCollection = (database: Database): Tombstones =>
  collection<Tombstone>(database, 'erasures', [outboxIndex])

type Parts = {
  parties: PartyStore
  rooms: RoomStore
  roomDocuments: Rooms
  seats: SeatStore
  boards: BoardStore
  writers: BoardWriters
  pictures: Pick<PictureStore, 'erase' | 'eraseOf' | 'forget'>
  reports: Pick<ReportStore, 'erase'>
  tombstones: Tombstones
  outbox: Outbox
  changed: (sessionId: string) => Promise<void>
}
type BoardParts = Pick<Parts, 'rooms' | 'roomDocuments' | 'boards' | 'writers' | 'pictures' | 'changed'>
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
  await parts.roomDocuments.updateMany(
    { connectionId: { $in: connectionIds }, $or: [{ present: userId }, { hands: userId }] },
    { $pull: { present: userId, hands: userId } },
  )
  await parts.pictures.forget(userId)
  await parts.seats.erase(userId)
  await parts.reports.erase(userId)
  await parts.parties.forget(userId)
  // last, because it publishes that the erasure is done
  await leaveTombstone(parts.outbox, parts.tombstones, { userId, service: 'classroom', at })
}

/** Removes the boards of a child without an account once its last guardian has left. */
export async function eraseChild(
  parts: BoardParts & Pick<Parts, 'parties'>,
  connectionId: string,
  at: Date,
): Promise<void> {
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
  parts: BoardParts,
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

async function eraseWhole(parts: BoardParts, rooms: readonly BoardRoom[]): Promise<void> {
  const whole = rooms.map(sharedId)
  await parts.rooms.eraseBoards(whole)
  await parts.boards.erase(whole)
  await parts.writers.erase(whole)
  await parts.pictures.erase(whole)
}

const roomsOf = ({ roomDocuments }: BoardParts, connectionId: string): Promise<BoardRoom[]> =>
  roomDocuments.find({ connectionId }, { projection: { _id: 1, groupId: 1 } }).toArray()
