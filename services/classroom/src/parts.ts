import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import { createSealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { Storage } from '@darsi/kit/storage/storage.ts'
import type { Connection } from 'mongoose'
import { createBoardStore, erasedCollection, pageCollection } from './board/board-store.ts'
import { createBoardTexts, textCollection } from './board/board-texts.ts'
import { createBoardWriters, writerCollection } from './board/board-writers.ts'
import { createPictureStore, pictureCollection } from './board/picture-store.ts'
import type { MediaEngine } from './media/engine.ts'
import { createPartyStore, partyCollections } from './parties/party-store.ts'
import { createReportStore, reportCollection } from './reports/report-store.ts'
import { createRoomStore, roomCollection } from './rooms/room-store.ts'
import { createSeatStore, seatCollection } from './rooms/seat-store.ts'
import { type Entering, enterRoom } from './sockets/enter.ts'
import type { TicketStore } from './sockets/ticket-store.ts'

export type Collections = ReturnType<typeof createCollections>
export type Parts = ReturnType<typeof createParts>

export function createCollections(database: Connection) {
  return {
    rooms: roomCollection(database),
    seats: seatCollection(database),
    pages: pageCollection(database),
    pictures: pictureCollection(database),
    erased: erasedCollection(database),
    writers: writerCollection(database),
    texts: textCollection(database),
    reports: reportCollection(database),
    ...partyCollections(database),
  }
}

type Options = {
  connection: Connection
  collections: Collections
  outbox: Outbox
  now: () => Date
  publicUrl: string
  engine: MediaEngine
  tickets: TicketStore
  /** Of boards and of the keys of their pictures. */
  sealer: Sealer
  storage: Storage
  /** Called after each change of a room. */
  changed: (sessionId: string) => Promise<void>
}

/** Everything on one database, the same for the service and its tests. */
export function createParts(options: Options) {
  const { collections, outbox, now, changed, sealer, storage } = options
  const files = createSealedFiles(storage, sealer)
  const parties = createPartyStore(collections)
  const seats = createSeatStore(collections.seats)
  const rooms = createRoomStore({ rooms: collections.rooms, seats, parties, outbox, now, changed })
  const boards = createBoardStore({
    ...{ pages: collections.pages, erased: collections.erased, sealer },
    isKept: rooms.keepsBoard,
  })
  const writers = {
    ...createBoardWriters(collections.writers),
    ...createBoardTexts(collections.texts, outbox),
  }
  const pictures = createPictureStore(collections.pictures, files)
  return {
    ...options,
    ...{ parties, seats, rooms },
    ...{ boards, writers, pictures, files },
    reports: createReportStore({
      ...{ reports: collections.reports, boards, pictures, files, outbox },
      limit: createWriteLimits(options.connection, { report: { most: 10, perMs: hourMs } }),
    }),
    enter: (entering: Entering) => enterRoom({ ...options, rooms, seats }, entering),
  }
}

/** The collections whose events the relay publishes. */
export function outboxed({ rooms, reports, texts, tombstones }: Collections) {
  return [rooms, reports, texts, tombstones] as const
}
