/** What a browser sends beside the board, from much to little. Voice is never dropped. */
export const levels = ['video', 'small-video', 'voice', 'thin-voice'] as const
export type Level = (typeof levels)[number]

/** One second of the line. */
export type Sample = {
  readonly at: number
  /** Part of the voice that had to be made up because it came too late or not at all, from 0 to 1. */
  readonly concealed: number
  /** Part of the packets that were lost, from 0 to 1. */
  readonly loss: number
  readonly rttMs: number
}
export type Thrift = {
  readonly level: Level
  readonly samples: readonly Sample[]
  /** When the level changed lately. */
  readonly switches: readonly number[]
  /** How long the line has to be good before more is sent: doubled by each attempt that failed. */
  readonly patienceMs: number
  readonly raisedAt: number | null
}

const minute = 60_000
const leastPatience = 20_000
const longestPatience = 4 * minute
const windowMs = 2500
const settleMs = 2000

export const startThrift = (level: Level): Thrift => ({
  level,
  samples: [],
  switches: [],
  patienceMs: leastPatience,
  raisedAt: null,
})

/**
 * The next level after one more second. Less is sent as soon as the voice suffers, since the engine itself does not
 * drop the picture below about 90 kbit/s; more is sent after the line was good for a while, and never a third change
 * within a minute.
 */
export function thriftAfter(thrift: Thrift, sample: Sample, most: Level = 'video'): Thrift {
  const samples = [...thrift.samples, sample].filter(({ at }) => at > sample.at - minute)
  const switches = thrift.switches.filter((at) => at > sample.at - minute)
  const now = { ...thrift, samples, switches }
  if (rank(now.level) < rank(most)) return moved(now, most, sample.at)
  // what the last change brings is heard after a moment
  const since = Math.max((now.switches.at(-1) ?? Number.NEGATIVE_INFINITY) + settleMs, sample.at - windowMs)
  const recent = samples.filter(({ at }) => at > since)
  if (isSuffering(recent) && now.level !== 'thin-voice') return lowered(now, sample.at, isLost(recent))
  // past the plain voice at once: the picture has to be back within half a minute
  const steps = now.level === 'thin-voice' ? 2 : 1
  const higher = levels[Math.max(rank(now.level) - steps, rank(most))]
  const mayRise = higher !== undefined && higher !== now.level && switches.length < 2
  return mayRise && wasGood(now, sample.at) ? { ...moved(now, higher, sample.at), raisedAt: sample.at } : now
}

/** Two bad seconds, or one that is hardly to be understood. */
function isSuffering(recent: readonly Sample[]): boolean {
  const bad = recent.filter(({ concealed, rttMs, loss }) => concealed > 0.03 || (rttMs > 1500 && loss > 0.02))
  return bad.length >= 2 || isLost(recent)
}

const isLost = (recent: readonly Sample[]) => recent.some(({ concealed }) => concealed > 0.15)

/** Loss counts too: a voice with its copy hides a loss that a picture would not. */
function wasGood({ samples, patienceMs, switches }: Thrift, at: number): boolean {
  const since = Math.max(at - patienceMs, switches.at(-1) ?? Number.NEGATIVE_INFINITY)
  const seen = samples.filter((sample) => sample.at > since)
  const long = at - (switches.at(-1) ?? samples[0]?.at ?? at) >= Math.min(patienceMs, minute - 1000)
  const clean = seen.filter(({ concealed, loss, rttMs }) => concealed < 0.01 && loss < 0.03 && rttMs < 600)
  return long && seen.length >= 10 && clean.length >= seen.length * 0.95
}

/** A picture that drowns the voice goes at once, without a smaller one in between. */
function lowered(thrift: Thrift, at: number, lost: boolean): Thrift {
  const isPicture = rank(thrift.level) < rank('voice')
  const next = lost && isPicture ? 'voice' : (levels[rank(thrift.level) + 1] ?? thrift.level)
  const failed = thrift.raisedAt !== null && at - thrift.raisedAt < leastPatience
  const patienceMs = failed ? Math.min(thrift.patienceMs * 2, longestPatience) : leastPatience
  return { ...moved(thrift, next, at), patienceMs, raisedAt: null }
}

const moved = (thrift: Thrift, level: Level, at: number): Thrift => ({
  ...thrift,
  level,
  switches: [...thrift.switches, at],
})

const rank = (level: Level) => levels.indexOf(level)

export type Line = 'good' | 'poor' | 'lost'

/** As it is shown to both sides and told to the server. */
export function lineOf(samples: readonly Sample[], connected: boolean): Line {
  if (!connected) return 'lost'
  const last = samples.slice(-3)
  const poor = last.filter(({ concealed, loss, rttMs }) => concealed > 0.02 || loss > 0.05 || rttMs > 1000)
  return poor.length >= 2 ? 'poor' : 'good'
}
