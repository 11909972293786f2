import { goneMs } from './room.ts'

/** One browser tab of one person in one room, with the times of its presence. */
export type Seat = {
  _id: string
  sessionId: string
  userId: string
  device: string
  /** The session that entered last, and when. */
  authSessionId: string
  enteredAt: Date
  /** Last sign of life, from the board's socket or the media engine's list. Null before the first. */
  seenAt: Date | null
  /** Start of the current stay. */
  since: Date | null
  /** Earlier stays. */
  stays: Stay[]
  /** Left, replaced by another tab, or of an ended session: it has to enter again. */
  closed: boolean
  /** Seconds of each line quality, measured by the tab. */
  line: { good: number; poor: number; lost: number }
  lineAt: Date | null
  lineNow: 'good' | 'poor' | 'lost' | null
}
/** A tab's claim to a seat. `sessionId`: the lesson, or the group that shares the room (place.ts). */
export type SeatOfTab = Pick<Seat, 'sessionId' | 'userId' | 'device'> & {
  /** The session that entered. The media engine knows the seat only. */
  authSessionId?: string | undefined
}
export type Stay = { from: Date; to: Date }

export const seatId = (sessionId: string, userId: string, device: string): string =>
  `${sessionId} ${userId} ${device}`

export function isThere(
  { seenAt, closed }: Pick<Seat, 'seenAt' | 'closed'>,
  at: Date,
  within = goneMs,
): boolean {
  return !closed && seenAt !== null && at.getTime() - seenAt.getTime() < within
}

export function presentIn(seats: readonly Seat[], at: Date): Set<string> {
  return new Set(seats.filter((seat) => isThere(seat, at)).map(({ userId }) => userId))
}

/**
 * When the first of the people present will count as gone without another sign of life; null when nobody is present.
 */
export function firstGoneAt(seats: readonly Seat[], at: Date): Date | null {
  const times = seats.flatMap((seat) => (isThere(seat, at) && seat.seenAt ? [seat.seenAt.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times) + goneMs) : null
}
