import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Mail } from './mail-store.ts'
import type { Outcome } from './transport.ts'

/** After this many attempts with an unknown outcome a mail is not sent again. */
const maxUnknown = 3
/** Attempts go on for a day, because a mail server may be down over night and a mailed link is valid for a day. */
const patienceMs = dayMs
/** The circuit breaker protects an unreachable server, so its mails need no long delay. */
const longestMs = { later: 5 * 60_000, away: 15_000, unknown: 60_000, broken: 60_000 }
/** For a mail that cannot be opened or rendered: a release or a key may be wrong for a moment. */
const mostBroken = 5

type Tried = Pick<Mail, 'attempt' | 'unknown' | 'broken' | 'createdAt' | 'resentAt'>
type Failed = Exclude<Outcome['kind'], 'sent'> | 'broken'

/** True when earlier attempts used up the limit. */
export function isHopeless({ unknown }: Pick<Mail, 'unknown'>): boolean {
  return unknown >= maxUnknown
}

/** Milliseconds until the next attempt after a failed one; null when there is none. */
export function delayOf(
  { attempt, unknown, broken, createdAt, resentAt }: Tried,
  outcome: Failed,
  now: Date,
): number | null {
  if (outcome === 'refused') return null
  if (outcome === 'unknown' && isHopeless({ unknown: unknown + 1 })) return null
  if (outcome === 'broken' && broken + 1 >= mostBroken) return null
  if (now.getTime() - (resentAt ?? createdAt).getTime() > patienceMs) return null
  return Math.min(1000 * 2 ** Math.min(attempt - 1, 20), longestMs[outcome])
}
