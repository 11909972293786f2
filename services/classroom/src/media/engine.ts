import type { ClassroomRights } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { SeatOfTab } from '../rooms/seat.ts'

export type MediaState = 'ready' | 'preparing' | 'unavailable'
/** The parts of a webhook that are used here. */
export type MediaNews = { seat: SeatOfTab; type: 'joined' | 'left' }

/** The only port to the server for voice and video. Nothing else uses LiveKit. */
export type MediaEngine = {
  state: () => MediaState
  /** Address of its signalling; null without a media engine. */
  url: string | null
  tokenFor: (seat: SeatOfTab, rights: ClassroomRights) => Promise<string>
  /** The seat that a token was issued for; null for a forged or expired token, or one of another engine. */
  holderOf: (token: string) => Promise<SeatOfTab | null>
  /** Idempotent. A room that was not opened cannot be joined. */
  open: (sessionId: string) => Promise<void>
  /** Removes all participants. Idempotent. */
  close: (sessionId: string) => Promise<void>
  list: (sessionId: string) => Promise<SeatOfTab[]>
  remove: (seat: SeatOfTab) => Promise<void>
  /** Null for webhooks that are not used. @throws Error for a body that the engine did not sign */
  news: (body: string, authorization: string | undefined) => Promise<MediaNews | null>
  stop: () => void
}

/** One identity per person and tab: a second join with the same identity would disconnect the first one. */
export const identityOf = ({ userId, device }: SeatOfTab): string => `${userId}:${device}`

export function seatOf(sessionId: string, identity: string): SeatOfTab | null {
  const [userId, device, ...rest] = identity.split(':')
  return userId && device && rest.length === 0 ? { sessionId, userId, device } : null
}
