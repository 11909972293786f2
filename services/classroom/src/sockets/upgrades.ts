import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { boardPath } from '@darsi/contracts/rules/board-socket.ts'
import { refuseUpgrade, type UpgradeRefusal } from '@darsi/kit/http/upgrade.ts'
import { type IdentityVerifier, identityHeader } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { MediaEngine } from '../media/engine.ts'
import { mediaTokenOf } from '../media/media-token.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import type { SeatOfTab } from '../rooms/seat.ts'
import { mayJoin, maySit } from '../rooms/seat-rights.ts'
import { joinEngine } from './media-socket.ts'
import type { SocketRegistry } from './socket-registry.ts'
import type { TicketStore } from './ticket-store.ts'

type Judged = UpgradeRefusal | { seat: SeatOfTab; url: string }
type Parts = {
  judge: (request: IncomingMessage, pathname: string) => Promise<Judged>
  registry: SocketRegistry
  openBoard: (request: IncomingMessage, socket: Duplex, head: Buffer, seat: SeatOfTab) => void
  log: Pick<Log, 'info' | 'warn'>
}

/** The sockets of this service. Rights are checked at each connection, whatever token the caller has. */
export function createUpgrades({ judge, registry, openBoard, log }: Parts) {
  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy())
    const { pathname } = new URL(request.url ?? '/', 'http://classroom')
    try {
      const judged = await judge(request, pathname)
      // the caller left during the checks: nothing would close the engine's socket
      if (socket.destroyed) return
      // no ticket or media token in the log
      if (typeof judged === 'number') {
        log.info({ path: pathname, status: judged }, 'upgrade refused')
        refuseUpgrade(socket, judged)
      } else if (pathname === boardPath) openBoard(request, socket, head, judged.seat)
      else joinEngine({ request, socket, head }, { ...judged, registry })
    } catch (error) {
      log.warn({ err: error, path: pathname }, 'upgrade failed')
      refuseUpgrade(socket, 503)
    }
  }
}

type Judging = {
  verifyIdentity: IdentityVerifier
  tickets: TicketStore
  rooms: Pick<RoomStore, 'contextOf'>
  engine: Pick<MediaEngine, 'state' | 'url' | 'holderOf'>
  /** Closes the seats of ended sessions. */
  endSeats: (roomId: string) => Promise<void>
}

/** Whether a socket may be opened: the gateway's signature, then the ticket or media token of a seat. */
export const createJudge =
  (parts: Judging) =>
  async (request: IncomingMessage, pathname: string): Promise<Judged> => {
    const isBoard = pathname === boardPath
    if (!isBoard && !isMediaPath(pathname)) return 404
    if (!(await isFromGateway(parts, request))) return 401
    const { tickets, engine, endSeats } = parts
    if (!isBoard && engine.state() !== 'ready') return 503
    const seat = isBoard
      ? await tickets.spend(ticketOf(request))
      : await engine.holderOf(mediaTokenOf(request))
    if (seat) await endSeats(seat.sessionId)
    return seat && (await (isBoard ? maySit : mayJoin)(parts, seat)) ? { seat, url: engine.url ?? '' } : 401
  }

/** LiveKit's signalling: `/rtc`, `/rtc/v1`. */
const isMediaPath = (pathname: string): boolean => /^\/rtc(?:\/v\d{1,2})?$/.test(pathname)

/** `Sec-WebSocket-Protocol: darsi.board, ticket.<ticket>` */
function ticketOf({ headers }: IncomingMessage): string {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return offered.find((name) => name.startsWith('ticket.'))?.slice('ticket.'.length) ?? ''
}

async function isFromGateway(
  { verifyIdentity }: Pick<Judging, 'verifyIdentity'>,
  { headers }: IncomingMessage,
): Promise<boolean> {
  try {
    await verifyIdentity(String(headers[identityHeader] ?? ''))
    return true
  } catch {
    return false
  }
}
