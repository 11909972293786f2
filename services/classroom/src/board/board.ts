import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { movedMark } from '@darsi/contracts/rules/board-limits.ts'
import { untilAvailable } from '@darsi/kit/mongo/mongo.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { leaveSilentConnections, reconnecting } from '@darsi/kit/redis/redis.ts'
import { redisAddress } from '@darsi/kit/redis/redis-address.ts'
import { Redis as RedisExtension } from '@hocuspocus/extension-redis'
import { Hocuspocus } from '@hocuspocus/server'
import { type Doc, encodeStateAsUpdate } from 'yjs'
import { drawingSeat, isInForce, openPagesOf, placesOf, sharedId } from '../rooms/place.ts'
import type { RoomContext, RoomStore } from '../rooms/room-store.ts'
import type { SeatOfTab } from '../rooms/seat.ts'
import { rightsOfSeat } from '../rooms/seat-rights.ts'
import { createBoardGate, type RoomOfBoard } from './board-gate.ts'
import { type BoardStore, documentName } from './board-store.ts'
import type { BoardTexts } from './board-texts.ts'
import { type BoardWriters, clientsIn, eraseObjects } from './board-writers.ts'
import { refuseMessage, restoreWrite } from './write-rights.ts'

type Options = {
  rooms: Pick<RoomStore, 'contextOf'>
  boards: BoardStore
  writers: Pick<BoardWriters, 'note'> & BoardTexts
  redisUrl: string
  now: () => Date
  log: Pick<Log, 'warn'>
}

/** Larger than any page after a minute offline; a stroke has some 200 bytes. */
export const maxFrameBytes = 1024 * 1024
/** Message type of the sync protocol with the tab's state, in contrast to an update. */
const askingType = 0
/** Pointer and unfinished stroke of one person. */
const maxAwarenessBytes = 16 * 1024

export type OpenBoards = ReturnType<typeof createOpenBoards>

const letGoMs = 4000

/** The boards that are open in this process. */
export function createOpenBoards(options: Options) {
  const board = createBoard(options)
  return {
    board,
    /** Erased objects vanish from the pages that are open in this process, and from their tabs. */
    followErasures: async (current: RoomContext): Promise<void> => {
      if (!current.room.groupId || placesOf(current).every(isInForce)) return
      for (const [page, clients] of await options.boards.erasedClients(sharedId(current.room))) {
        const document = board.documents.get(page)
        if (document) eraseObjects(document, clients)
      }
    },
    stop: async (): Promise<void> => {
      // a page is stored and unloaded a moment after its last socket
      for (const until = Date.now() + letGoMs; board.getDocumentsCount() > 0 && Date.now() < until; )
        await sleep(50)
      await board.hooks('onDestroy', { instance: board })
    },
  }
}

/** The documents of all open boards in this process; processes synchronise over Redis. */
function createBoard({ rooms, boards, writers, redisUrl, now, log }: Options) {
  const name = randomUUID()
  // with several arguments ioredis takes the first host and port that it finds
  const { host = '127.0.0.1', port = 6379, ...options } = redisAddress(redisUrl)
  const redis = new RedisExtension({
    ...{ host, port, options: { ...options, ...reconnecting }, prefix: 'board', identifier: name },
  })
  // the library stores under a lock and silently skips the write without it. Our store merges, so it needs no lock.
  redis.onStoreDocument = async () => {}
  for (const client of [redis.pub, redis.sub]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'redis of the board not reachable'))
    // a page opens only once it is subscribed; a client without a stream yet is still connecting
    client.once('connect', () => {
      if ('stream' in client) leaveSilentConnections(client)
    })
  }

  const judge = createBoardGate()
  const roomOf = async ({ sessionId, userId }: SeatOfTab): Promise<RoomOfBoard> => {
    const current = await rooms.contextOf(sessionId)
    return {
      isMinors: placesOf(current).some(({ party }) => party.roster.minor),
      keep: (text) => writers.keepText(current, userId, text),
    }
  }

  const noteClients = (name: string, document: Doc, clients: readonly number[], seat: SeatOfTab) =>
    writers.note({ name, document }, clients, async () =>
      drawingSeat(await rooms.contextOf(seat.sessionId), seat.userId),
    )

  return new Hocuspocus<SeatOfTab>({
    ...{ name, debounce: 500, maxDebounce: 3000, quiet: true, extensions: [redis] },
    onAuthenticate: async ({ documentName: document, context, connectionConfig }) => {
      const current = await rooms.contextOf(context.sessionId)
      const isPage = openPagesOf(current, context.userId).some(
        (page) => documentName(context.sessionId, page) === document,
      )
      const rights = rightsOfSeat(current, context)
      if (!isPage || !rights) throw new Error('not a page of this room')
      connectionConfig.readOnly = !rights.write
    },
    beforeSync: async ({ type, payload, documentName: page, document, connection, context }) => {
      if (type === askingType || connection.readOnly) return
      await noteClients(page, document, clientsIn(payload), context)
      const refusal = await judge(document, payload, () => roomOf(context))
      if (!refusal) return
      refuseMessage(connection)
      connection.sendStateless(JSON.stringify(refusal))
    },
    afterHandleMessage: async ({ connection }) => restoreWrite(connection),
    beforeHandleAwareness: async ({ states, documentName: page, document, context }) => {
      // Hocuspocus adds an empty state under a new random id to each message. It would become a writer of the page, and
      // the page would be full of them after some minutes of pointers.
      for (const [client, state] of states) if (Object.keys(state).length === 0) states.delete(client)
      if (JSON.stringify([...states]).length > maxAwarenessBytes) throw new Error('awareness too large')
      if (context) await noteClients(page, document, [...states.keys()], context)
    },
    afterLoadDocument: async ({ documentName: page, document }) =>
      watchErased(document, (objects) =>
        boards
          .keepErased(page, objects, now())
          .catch((error: unknown) => log.warn({ err: error }, 'erased objects not kept')),
      ),
    onLoadDocument: async ({ documentName: document }) => (await boards.read(document)) ?? undefined,
    // Hocuspocus unloads no page while it is being stored. After a failed store it would unload the page with its last
    // tab, although the strokes are acknowledged.
    onStoreDocument: ({ documentName: document, document: doc }) =>
      untilAvailable('page of a board', log, () => boards.store(document, encodeStateAsUpdate(doc), now())),
  })
}

/** Objects that a tab of this process erased or replaced; each process handles its own tabs. */
function watchErased(document: Doc, keep: (objects: ReadonlyMap<string, unknown>) => void): void {
  document.getMap('o').observe(({ changes, transaction }) => {
    const { origin } = transaction
    if (typeof origin !== 'object' || origin?.source !== 'connection') return
    keep(
      new Map(
        // an earlier place of an object that is still on the board is no evidence
        [...changes.keys].flatMap(([id, { action, oldValue }]) =>
          action === 'add' || id.endsWith(movedMark) ? [] : [[id, oldValue]],
        ),
      ),
    )
  })
}
