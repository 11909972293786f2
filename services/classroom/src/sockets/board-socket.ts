import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import { type Connection, type Hocuspocus, OutgoingMessage } from '@hocuspocus/server'
import { type WebSocket, WebSocketServer } from 'ws'
import { maxFrameBytes } from '../board/board.ts'
import { setWrite } from '../board/write-rights.ts'
import type { SeatOfTab } from '../rooms/seat.ts'
import type { SocketRegistry } from './socket-registry.ts'

type Options = {
  board: Hocuspocus<SeatOfTab>
  registry: SocketRegistry
  /** Records a sign of life of the seat: at once, then every five seconds while the connection answers. */
  seen: (seat: SeatOfTab) => Promise<void>
}

const pingMs = 5000
/** Pongs that may be missing in a row before the socket counts as dead; the seat survives a minute without any. */
const maxMissed = 12

/** Close codes for the tab: it reconnects by itself only after `stopping`. */
const codes = { removed: 4403, ended: 4410, stopping: 1012 } as const
/** A pen sends at most 120 frames a second, with the pointer. */
const maxFrames = { count: 3000, everyMs: 10_000, code: 4429, reason: 'too many frames' } as const

/** Accepts upgrades of the board with a valid ticket. */
export function createBoardSockets({ board, registry, seen }: Options) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    handleProtocols: () => boardProtocol,
  })
  return (request: IncomingMessage, socket: Duplex, head: Buffer, seat: SeatOfTab): void =>
    server.handleUpgrade(request, socket, head, (ws) => {
      const connection = board.handleConnection(ws, new Request('http://classroom/board'), seat)
      const remove = registry.add({
        ...seat,
        kind: 'board',
        close: (reason) => ws.close(codes[reason], reason),
        follow: ({ write }, rev) => followBoard(board, seat, { write, rev }),
      })
      const stopPings = keepAlive(ws, () => seen(seat))
      // without a listener one oversized frame would end the process
      ws.on('error', () => ws.terminate())
      const isWithinLimit = frameLimit()
      ws.on('message', (data: Buffer) => {
        if (isWithinLimit()) connection.handleMessage(new Uint8Array(data))
        else ws.close(maxFrames.code, maxFrames.reason)
      })
      ws.on('close', (code, reason) => {
        stopPings()
        remove()
        connection.handleClose({ code, reason: String(reason) })
      })
    })
}

/** Counts the frames of one socket. @returns false once it sent too many */
export function frameLimit(clock: () => number = () => performance.now()): () => boolean {
  let [since, frames] = [clock(), 0]
  return () => {
    const at = clock()
    if (at - since >= maxFrames.everyMs) [since, frames] = [at, 0]
    return ++frames <= maxFrames.count
  }
}

/** Updates each connection's right to draw, and makes its tab reload the room. */
function followBoard(
  board: Hocuspocus<SeatOfTab>,
  { sessionId, userId, device }: SeatOfTab,
  { write, rev }: { write: boolean; rev: number },
): void {
  for (const [name, document] of board.documents) {
    if (!name.startsWith(`${sessionId}/`)) continue
    for (const connection of document.getConnections()) {
      if (connection.context.userId !== userId || connection.context.device !== device) continue
      if (setWrite(connection, write)) askForStrokes(connection)
      connection.sendStateless(JSON.stringify({ type: 'room', version: rev }))
    }
  }
}

/**
 * A refused stroke is missing for all later ones of that tab, which Yjs then holds back. So the tab is asked for what
 * the document lacks.
 */
function askForStrokes(connection: Connection<SeatOfTab>): void {
  const message = new OutgoingMessage(connection.messageAddress).createSyncMessage()
  connection.send(message.writeFirstSyncStepFor(connection.document).toUint8Array())
}

function keepAlive(ws: WebSocket, alive: () => Promise<void>): () => void {
  let missed = 0
  void alive()
  ws.on('pong', () => {
    missed = 0
    void alive()
  })
  const timer = setInterval(() => {
    if (missed++ >= maxMissed) ws.terminate()
    else ws.ping()
  }, pingMs)
  return () => clearInterval(timer)
}
