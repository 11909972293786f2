import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ClassroomRights } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { boardPath } from '@darsi/contracts/rules/board-socket.ts'
import { isProblem } from '@darsi/kit/http/problem.ts'
import { refuseUpgrade, type UpgradeRefusal } from '@darsi/kit/http/upgrade.ts'
import { type IdentityVerifier, identityHeader } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { MediaEngine } from '../media/engine.ts'
import { isOverFor } from '../rooms/place.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import { joinEngine } from './media-socket.ts'
import { rightsOfSeat, type SocketRegistry } from './socket-registry.ts'
import type { TicketSeat, TicketStore } from './ticket-store.ts'

type Parts = {
  verifyIdentity: IdentityVerifier
  tickets: TicketStore
  rooms: Pick<RoomStore, 'contextOf'>
  engine: MediaEngine
  registry: SocketRegistry
  /** Closes the seats of ended sessions. */
  endSeats: (roomId: string) => Promise<void>
  openBoard: (request: IncomingMessage, socket: Duplex, head: Buffer, seat: TicketSeat) => void
  log: Pick<Log, 'info' | 'warn'>
}

/** The sockets of this service. Rights are checked at each connection, whatever token the caller has. */
export function createUpgrades(parts: Parts) {
  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy())
    const { pathname } = new URL(request.url ?? '/', 'http://classroom')
    try {
      const judged = await judge(parts, request, pathname)
      // the caller left during the checks: nothing would close the engine's socket
      if (socket.destroyed) return
      // no ticket or media token in the log
      if (typeof judged === 'number') {
        parts.log.info({ path: pathname, status: judged }, 'upgrade refused')
        refuseUpgrade(socket, judged)
      } else if (pathname === boardPath) parts.openBoard(request, socket, head, judged.seat)
      else joinEngine({ request, socket, head }, { ...judged, registry: parts.registry })
    } catch (error) {
      parts.log.warn({ err: error, path: pathname }, 'upgrade failed')
      refuseUpgrade(socket, 503)
    }
  }
}

async function judge(
  parts: Parts,
  request: IncomingMessage,
  pathname: string,
): Promise<UpgradeRefusal | { seat: TicketSeat; url: string }> {
  const isBoard = pathname === boardPath
  if (!isBoard && !isMediaPath(pathname)) return 404
  if (!(await isFromGateway(parts, request))) return 401
  const url = parts.engine.url ?? ''
  if (!isBoard && parts.engine.state() !== 'ready') return 503
  const seat = isBoard
    ? await parts.tickets.spend(ticketOf(request))
    : await parts.engine.holderOf(mediaTokenOf(request))
  if (seat) await parts.endSeats(seat.sessionId)
  return seat && (await (isBoard ? maySit : mayJoin)(parts, seat)) ? { seat, url } : 401
}

/** LiveKit's signalling: `/rtc`, `/rtc/v1`. */
const isMediaPath = (pathname: string): boolean => /^\/rtc(?:\/v\d{1,2})?$/.test(pathname)

export function mediaTokenOf({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, bearer] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer ?? new URL(url ?? '/', 'http://classroom').searchParams.get('access_token') ?? ''
}

/** Whether this seat may be in the room now. */
const maySit = async (parts: Pick<Parts, 'rooms'>, seat: TicketSeat): Promise<boolean> =>
  (await rightsNow(parts, seat)) !== null

/** The same for voice and video: a valid token opens nothing once its seat has no right. */
export const mayJoin = async (parts: Pick<Parts, 'rooms'>, seat: TicketSeat | null): Promise<boolean> =>
  seat !== null && (await rightsNow(parts, seat))?.speak === true

async function rightsNow({ rooms }: Pick<Parts, 'rooms'>, seat: TicketSeat): Promise<ClassroomRights | null> {
  try {
    const current = await rooms.contextOf(seat.sessionId)
    return isOverFor(current, seat.userId) ? null : rightsOfSeat(current, seat)
  } catch (error) {
    if (isProblem(error, 'not-found')) return null
    throw error
  }
}

/** `Sec-WebSocket-Protocol: darsi.board, ticket.<ticket>` */
function ticketOf({ headers }: IncomingMessage): string {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return offered.find((name) => name.startsWith('ticket.'))?.slice('ticket.'.length) ?? ''
}

async function isFromGateway({ verifyIdentity }: Parts, { headers }: IncomingMessage): Promise<boolean> {
  try {
    await verifyIdentity(String(headers[identityHeader] ?? ''))
    return true
  } catch {
    return false
  }
}
