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

/**
 * Removes an account's stays and the boards of its lessons. Of a group hour only the seat's own objects and
 * pictures go, because the board is the others' too. Boards of a child stay while another guardian is left.
 */
export async function eraseAccount(parts: Parts, userId: string, at: Date): Promise<void> {
  const connectionIds = await parts.parties.everConnectionIdsOf(userId)
  await parts.parties.erase(userId, at)
  for (const connectionId of connectionIds) {
    await parts.rooms.settleConnection(connectionId)
    const roster = (await parts.parties.of(connectionId))?.roster
    const isAlone = roster && !roster.studentId && roster.guardianIds.length === 0
    if (roster?.teacherId === userId || roster?.studentId === userId || isAlone) {
      const projection = { _id: 1, groupId: 1 }
      const rooms = await parts.roomDocuments.find({ connectionId }, { projection }).toArray()
      const isWhole = ({ groupId }: { groupId?: string }) => !groupId || roster.teacherId === userId
      const whole = rooms.filter(isWhole).map(sharedId)
      await parts.rooms.eraseBoards(whole)
      await parts.boards.erase(whole)
      await parts.writers.erase(whole)
      await parts.pictures.erase(whole)
      for (const room of rooms.filter((each) => !isWhole(each))) {
        const roomId = sharedId(room)
        await parts.boards.eraseClients(roomId, await parts.writers.of(roomId, room._id), at)
        await parts.pictures.eraseOf(roomId, userId)
        // the pages that are open, in each process
        await parts.changed(roomId)
      }
    }
  }
  await parts.roomDocuments.updateMany(
    { $or: [{ present: userId }, { hands: userId }] },
    { $pull: { present: userId, hands: userId } },
  )
  await parts.pictures.forget(userId)
  await parts.seats.erase(userId)
  await parts.reports.erase(userId)
  await parts.parties.forget(userId)
  // last, because it publishes that the erasure is done
  await leaveTombstone(parts.outbox, parts.tombstones, { userId, service: 'classroom', at })
}
