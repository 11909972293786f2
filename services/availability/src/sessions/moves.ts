import type { SessionStatus } from '@darsi/contracts/sessions-api.ts'
import { hourMs } from '@darsi/contracts/tunis-time.ts'

/** product.md §5: until four hours before. */
export const changeMs = 4 * hourMs
/** Who is late may still come. */
export const graceMs = 10 * 60_000

type Times = { readonly status: SessionStatus; readonly startsAt: Date }
type Answer = 'yes' | 'session-state' | 'session-too-late' | 'session-not-started'

/** Rescheduling and cancelling obey the same clock. */
export function mayChange({ status, startsAt }: Times, now: Date): Answer {
  if (status !== 'upcoming') return 'session-state'
  return startsAt.getTime() - now.getTime() >= changeMs ? 'yes' : 'session-too-late'
}

export function mayComplete({ status, startsAt }: Times, now: Date): Answer {
  if (status !== 'upcoming') return 'session-state'
  return now >= startsAt ? 'yes' : 'session-not-started'
}

export function mayReportNoShow({ status, startsAt }: Times, now: Date): Answer {
  if (status !== 'upcoming') return 'session-state'
  return now.getTime() - startsAt.getTime() >= graceMs ? 'yes' : 'session-not-started'
}
