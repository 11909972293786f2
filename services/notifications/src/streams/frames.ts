import type { LiveEvent } from '@darsi/contracts/events/live.ts'

/**
 * One server-sent event. Its id is the moment it was sent: whoever comes back with it gets the notices kept since,
 * whichever process then answers.
 */
export function frameOf({ kind, id }: LiveEvent, at: number): string {
  return `id: ${at}\nevent: ${kind}\ndata: ${JSON.stringify({ kind, id })}\n\n`
}

/** Says how soon to come back after a break, in milliseconds. */
export function helloFrame(retryMs: number): string {
  return `retry: ${retryMs}\n: welcome\n\n`
}

export const heartbeatFrame = ': still here\n\n'

/** Processes' clocks differ and a notice is kept a moment before it is told: rather twice than never. */
const overlapMs = 10_000

/** From when on notices are told again; null for a first visit or an id that is none of ours. */
export function resumeFrom(lastEventId: string | undefined, now: number): Date | null {
  if (!lastEventId || !/^\d{13}$/.test(lastEventId)) return null
  return new Date(Math.min(Number(lastEventId), now) - overlapMs)
}
