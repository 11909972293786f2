import { randomUUID } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import { type Place, placesFor, sharedId } from '../rooms/place.ts'
import type { RoomContext } from '../rooms/room-store.ts'

/** That something was written on a minor's board: its event carries the text, sealed, to the store of utterances. */
type BoardText = Outboxed & { sessionId: string; at: Date }
type Texts = Collection<BoardText>
export type BoardTexts = ReturnType<typeof createBoardTexts>

export const textCollection = (database: Database): Texts =>
  collection<BoardText>(database, 'boardtexts', [{ key: { sessionId: 1 } }, outboxIndex])

export const createBoardTexts = (texts: Texts, outbox: Outbox) => ({
  /** One event for each minor's connection in which the author is a party: the teacher of a group has several. */
  keepText: async (current: RoomContext, by: string, text: string): Promise<void> => {
    const minors = placesFor(current, by).filter(({ party }) => party.roster.minor)
    for (const place of minors)
      await outbox.insert(
        texts,
        { _id: randomUUID(), sessionId: sharedId(place.room), at: current.at },
        writtenEvent(place, { by, text, at: current.at }),
      )
  },
})

function writtenEvent(
  { room, party }: Place,
  { by, text, at }: { by: string; text: string; at: Date },
): EventInput<'board.written'> {
  const { teacherId, studentId, childId, guardianIds } = party.roster
  return {
    type: 'board.written',
    data: {
      ...{ sessionId: room._id, connectionId: room.connectionId, teacherId, by, at: at.toISOString() },
      ...(studentId && { studentId }),
      ...(childId && { childId }),
      guardianIds: [...guardianIds],
    },
    personal: { text },
  }
}
