import { goneMs } from './room.ts'

/** One browser tab of one person in one room, and when it was there. */
export type Seat = {
  _id: string
  sessionId: string
  userId: string
  device: string
  /** Last sign of life: the board's socket, or the media engine's list. Null before the first. */
  seenAt: Date | null
  /** Begin of the stay that `seenAt` continues. */
  since: Date | null
  /** Earlier stays. */
  stays: Stay[]
  /** Left, or another tab took over: it has to enter again. */
  closed: boolean
  /** Seconds of each quality of the line, as the tab measured it. */
  line: { good: number; poor: number; lost: number }
  lineAt: Date | null
  lineNow: 'good' | 'poor' | 'lost' | null
}
export type Stay = { from: Date; to: Date }

export const seatId = (sessionId: string, userId: string, device: string): string =>
  `${sessionId} ${userId} ${device}`

export function isThere({ seenAt, closed }: Pick<Seat, 'seenAt' | 'closed'>, at: Date): boolean {
  return !closed && seenAt !== null && at.getTime() - seenAt.getTime() < goneMs
}

export function presentIn(seats: readonly Seat[], at: Date): Set<string> {
  return new Set(seats.filter((seat) => isThere(seat, at)).map(({ userId }) => userId))
}

/** When the first of those who are here will be gone unless they are heard of again; null when nobody is. */
export function firstGoneAt(seats: readonly Seat[], at: Date): Date | null {
  const times = seats.flatMap((seat) => (isThere(seat, at) && seat.seenAt ? [seat.seenAt.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times) + goneMs) : null
}
