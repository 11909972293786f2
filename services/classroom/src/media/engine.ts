import type { ClassroomRights } from '@darsi/contracts/calls/classroom-api.ts'
import type { TicketSeat } from '../sockets/ticket-store.ts'

export type MediaState = 'ready' | 'preparing' | 'unavailable'
/** Of a webhook, as far as it matters here. */
export type MediaNews = { seat: TicketSeat; type: 'joined' | 'left' }

/** The narrow port to what carries voice and video. Nothing else knows LiveKit. */
export type MediaEngine = {
  state: () => MediaState
  /** Where signalling goes; null without an engine. */
  url: string | null
  tokenFor: (seat: TicketSeat, rights: ClassroomRights) => Promise<string>
  /** The seat that a token was issued for, or null: forged, expired, another engine's. */
  holderOf: (token: string) => Promise<TicketSeat | null>
  /** Idempotent. Nobody can be in a room that was not opened. */
  open: (sessionId: string) => Promise<void>
  /** Removes everybody. Idempotent. */
  close: (sessionId: string) => Promise<void>
  list: (sessionId: string) => Promise<TicketSeat[]>
  remove: (seat: TicketSeat) => Promise<void>
  /** Null for news of no interest. @throws Error for a body that the engine did not sign */
  news: (body: string, authorization: string | undefined) => Promise<MediaNews | null>
  stop: () => void
}

/** One identity per person and tab: a second join under the same identity would throw the first one out. */
export const identityOf = ({ userId, device }: TicketSeat): string => `${userId}:${device}`

export function seatOf(sessionId: string, identity: string): TicketSeat | null {
  const [userId, device, ...rest] = identity.split(':')
  return userId && device && rest.length === 0 ? { sessionId, userId, device } : null
}
