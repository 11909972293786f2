import type { Line } from '../../board/public.ts'

/** What a browser sends besides the board, from most to least. Audio is never stopped. */
export const levels = ['video', 'small-video', 'voice', 'thin-voice'] as const
export type Level = (typeof levels)[number]

/** The measurements of one second. */
export type Sample = {
  readonly at: number
  /** The share of the audio that was concealed because it came too late or not at all, from 0 to 1. */
  readonly concealed: number
  /** The share of lost packets, from 0 to 1. */
  readonly loss: number
  readonly rttMs: number
}
export type CallQuality = {
  readonly level: Level
  readonly samples: readonly Sample[]
  /** The times of the recent level changes. */
  readonly switches: readonly number[]
  /** How long the connection must be good before the level rises. Doubles after each failed attempt. */
  readonly patienceMs: number
  readonly raisedAt: number | null
}

const minute = 60_000
const leastPatience = 20_000
const longestPatience = 4 * minute
const windowMs = 2500
const settleMs = 2000
// packets of the stopped video still fill the line; thin audio has no redundancy and loses more on a lossy line
const drainMs = 6000

export const startQuality = (level: Level): CallQuality => ({
  level,
  samples: [],
  switches: [],
  patienceMs: leastPatience,
  raisedAt: null,
})

/**
 * The level after one more second. It falls as soon as audio suffers, because the media client itself does not
 * stop video below about 90 kbit/s. It rises after a period of good connection, and changes at most twice
 * in a minute.
 */
export function qualityAfter(quality: CallQuality, sample: Sample, most: Level = 'video'): CallQuality {
  const samples = [...quality.samples, sample].filter(({ at }) => at > sample.at - minute)
  const switches = quality.switches.filter((at) => at > sample.at - minute)
  const now = { ...quality, samples, switches }
  if (rank(now.level) < rank(most)) return moved(now, most, sample.at)
  // the effect of the last change shows only after a few seconds
  const settledMs = now.level === 'voice' ? drainMs : settleMs
  const since = Math.max((now.switches.at(-1) ?? Number.NEGATIVE_INFINITY) + settledMs, sample.at - windowMs)
  const recent = samples.filter(({ at }) => at > since)
  if (isSuffering(recent) && now.level !== 'thin-voice') return lowered(now, sample.at, isLost(recent))
  // skips the audio-only levels, because video has to be back within 30 seconds
  const steps = now.level === 'thin-voice' ? 2 : 1
  const higher = levels[Math.max(rank(now.level) - steps, rank(most))]
  const mayRise = higher !== undefined && higher !== now.level && switches.length < 2
  return mayRise && wasGood(now, sample.at) ? { ...moved(now, higher, sample.at), raisedAt: sample.at } : now
}

/** Two bad seconds, or one second that cannot be understood. */
function isSuffering(recent: readonly Sample[]): boolean {
  const bad = recent.filter(({ concealed, rttMs, loss }) => concealed > 0.03 || (rttMs > 1500 && loss > 0.02))
  return bad.length >= 2 || isLost(recent)
}

const isLost = (recent: readonly Sample[]) => recent.some(({ concealed }) => concealed > 0.15)

/** Loss counts too: redundant audio hides a loss that video would show. */
function wasGood({ samples, patienceMs, switches }: CallQuality, at: number): boolean {
  const since = Math.max(at - patienceMs, switches.at(-1) ?? Number.NEGATIVE_INFINITY)
  const seen = samples.filter((sample) => sample.at > since)
  const long = at - (switches.at(-1) ?? samples[0]?.at ?? at) >= Math.min(patienceMs, minute - 1000)
  const clean = seen.filter(({ concealed, loss, rttMs }) => concealed < 0.01 && loss < 0.03 && rttMs < 600)
  return long && seen.length >= 10 && clean.length >= seen.length * 0.95
}

/** Video that disturbs audio stops at once, without a smaller size in between. */
function lowered(quality: CallQuality, at: number, lost: boolean): CallQuality {
  const isPicture = rank(quality.level) < rank('voice')
  const next = lost && isPicture ? 'voice' : (levels[rank(quality.level) + 1] ?? quality.level)
  const failed = quality.raisedAt !== null && at - quality.raisedAt < leastPatience
  const patienceMs = failed ? Math.min(quality.patienceMs * 2, longestPatience) : leastPatience
  return { ...moved(quality, next, at), patienceMs, raisedAt: null }
}

const moved = (quality: CallQuality, level: Level, at: number): CallQuality => ({
  ...quality,
  level,
  switches: [...quality.switches, at],
})

const rank = (level: Level) => levels.indexOf(level)

/** As shown to both participants and reported to the server. */
export function lineOf(samples: readonly Sample[], connected: boolean): Line {
  if (!connected) return 'lost'
  const last = samples.slice(-3)
  const poor = last.filter(({ concealed, loss, rttMs }) => concealed > 0.02 || loss > 0.05 || rttMs > 1000)
  return poor.length >= 2 ? 'poor' : 'good'
}
