import type { Mail } from './mail-store.ts'
import type { Outcome } from './transport.ts'

/** A mail that may have arrived this often is not sent again. */
const maxUnknown = 3
/** A mail server may be down over a night; a link in a mail lives a day. */
const patienceMs = 24 * 3600 * 1000
/** The circuit breaker spares a server that is away, so that its mails need not wait long after its return. */
const longestMs = { later: 5 * 60_000, away: 15_000, unknown: 60_000, broken: 60_000 }
/** A mail that cannot be opened or rendered: a release or a key may be wrong for a moment. */
const mostBroken = 5

type Tried = Pick<Mail, 'attempt' | 'unknown' | 'createdAt' | 'resentAt'>
export type Failed = Exclude<Outcome['kind'], 'sent'> | 'broken'

/** True when earlier attempts used up what may be tried. */
export function isHopeless({ unknown }: Pick<Mail, 'unknown'>): boolean {
  return unknown >= maxUnknown
}

/** Milliseconds until the next attempt after one that failed; null when there is none. */
export function delayOf(
  { attempt, unknown, createdAt, resentAt }: Tried,
  outcome: Failed,
  now: Date,
): number | null {
  if (outcome === 'refused') return null
  if (outcome === 'unknown' && isHopeless({ unknown: unknown + 1 })) return null
  if (outcome === 'broken' && attempt >= mostBroken) return null
  if (now.getTime() - (resentAt ?? createdAt).getTime() > patienceMs) return null
  return Math.min(1000 * 2 ** Math.min(attempt - 1, 20), longestMs[outcome])
}
