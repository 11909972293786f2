import type { LiveEvent } from '@darsi/contracts/rules/live-kinds.ts'

/**
 * One server-sent event. Its id is the time of sending: a client that reconnects with it gets the notices stored since
 * then, from any process.
 */
export function frameOf({ kind, id }: LiveEvent, at: number): string {
  return `id: ${at}\nevent: ${kind}\ndata: ${JSON.stringify({ kind, id })}\n\n`
}

/** Sets the delay before a reconnection, in milliseconds. */
export function helloFrame(retryMs: number): string {
  return `retry: ${retryMs}\n: welcome\n\n`
}

export const heartbeatFrame = ': still here\n\n'

/** Clocks of processes differ, and a notice is stored a moment before it is published: repeats are better than gaps. */
const overlapMs = 10_000

/** Start of the notices to repeat; null for a first visit or an unknown id. */
export function resumeFrom(lastEventId: string | undefined, now: number): Date | null {
  if (!lastEventId || !/^\d{13}$/.test(lastEventId)) return null
  return new Date(Math.min(Number(lastEventId), now) - overlapMs)
}
