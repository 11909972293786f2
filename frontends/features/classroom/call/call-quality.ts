import { type Level, type Line, levels } from '../../board/public.ts'

/** The measurements of the last second, read every half second. */
export type Sample = {
  readonly at: number
  /** The share of the audio that was concealed because it came too late or not at all, from 0 to 1. */
  readonly concealed: number
  /** What arrived in the last half second, headers included. */
  readonly kbps: number
  /** The share of packets from the others that were lost, on their connection or on this one, from 0 to 1. */
  readonly loss: number
  /** The share of own packets that did not reach the server, from 0 to 1. */
  readonly lossOut: number
  readonly rttMs: number
}
/** What a browser can receive. */
export type CallQuality = {
  readonly level: Level
  readonly samples: readonly Sample[]
  /** The times of the recent level changes. */
  readonly switches: readonly number[]
  /** The time of the last change, or of the first sample. */
  readonly changedAt: number | null
  /** How long the connection must be good before the level rises. Doubles after each failed attempt. */
  readonly patienceMs: number
  readonly raisedAt: number | null
  /** What arrived when the level last fell. */
  readonly heldKbps: number
  /** How often large video was too much for this line. */
  readonly largeFailures: number
}

const minute = 60_000
/** Large video needs three times as much as video, and each attempt on a line that is too narrow is heard. */
const mostLargeFailures = 2
const leastPatience = 20_000
const longestPatience = 4 * minute
/** How long the effect of a change takes. */
const settleMs: Readonly<Record<Level, number>> = {
  'large-video': 2000,
  video: 2000,
  // packets of larger pictures still fill the line while the camera starts again
  'small-video': 4500,
  // packets of the stopped video still fill the line; thin audio has no redundancy and loses more on a lossy line
  voice: 6000,
  'thin-voice': 2000,
}
/** Less arrives during an outage, or while everybody else is silent. */
const leastKbps = 5
/**
 * Less than this cannot hold a small video: it needs 38 kbit/s beside a voice of 52. While too much is sent, 49 to 65
 * kbit/s arrive over a line of 64, and 85 to 98 over one of 100.
 */
const smallVideoKbps = 70

export const startQuality = (level: Level): CallQuality => ({
  level,
  samples: [],
  switches: [],
  changedAt: null,
  patienceMs: leastPatience,
  raisedAt: null,
  heldKbps: 0,
  largeFailures: 0,
})

/**
 * The level after one more sample. It falls as soon as audio suffers, because the media client itself does not
 * stop video below about 90 kbit/s. It rises after a period of good connection, and changes at most twice
 * in a minute.
 */
export function qualityAfter(quality: CallQuality, sample: Sample): CallQuality {
  const samples = [...quality.samples, sample].filter(({ at }) => at > sample.at - minute)
  const switches = quality.switches.filter((at) => at > sample.at - minute)
  const changedAt = quality.changedAt ?? sample.at
  const now = { ...quality, samples, switches, changedAt }
  // the effect of the last change shows only after a few seconds
  const since = Math.max(
    changedAt + settleMs[now.level],
    sample.at - (now.level === 'small-video' ? 3500 : 2500),
  )
  // an outage says nothing about the width of the line
  const recent = samples.filter(({ at, kbps }) => at > since && kbps > leastKbps)
  if (isSuffering(now.level, recent) && now.level !== 'thin-voice') return lowered(now, sample.at, recent)
  // skips the audio-only levels, because video has to be back within 30 seconds
  const steps = now.level === 'thin-voice' ? 2 : 1
  const higher = levels[Math.max(rank(now.level) - steps, 0)]
  if (higher === undefined || higher === now.level || switches.length >= 2) return now
  if (higher === 'large-video' && (now.largeFailures >= mostLargeFailures || !isWide(now, sample.at)))
    return now
  return wasGood(now, sample.at) ? { ...moved(now, higher, sample.at), raisedAt: sample.at } : now
}

/**
 * A single gap, as when a phone changes its cell, is in two samples. A small picture may be all that a weak line ever
 * holds, so it gets more time.
 */
const isSuffering = (level: Level, recent: readonly Sample[]) =>
  recent.filter(level === 'voice' ? isTooNarrow : isBad).length >= (level === 'small-video' ? 5 : 3)

const isBad = ({ concealed, loss, rttMs }: Sample) =>
  concealed > 0.03 || loss > 0.25 || (rttMs > 1500 && loss > 0.02)

/**
 * For a voice with its copies. Without them it would be heard worse on a line that loses packets at random. The round
 * trip is measured only every few seconds, so it alone says nothing.
 */
const isTooNarrow = ({ concealed, loss, rttMs }: Sample) =>
  concealed > 0.15 || loss > 0.2 || (rttMs > 800 && concealed > 0.03)

function wasGood({ samples, patienceMs, changedAt, level, heldKbps }: CallQuality, at: number): boolean {
  if (changedAt === null || at - changedAt < patienceMs) return false
  const seen = samples.filter((sample) => sample.at > at - patienceMs)
  // a line that is wide enough for a small picture may lose packets at random
  const isGood = level === 'voice' && heldKbps >= smallVideoKbps ? isHeard : isClean
  return seen.length >= 20 && seen.filter(isGood).length >= seen.length * 0.95
}

/** Without loss, and as quick as a line with room to spare. */
const isWide = ({ samples, patienceMs }: CallQuality, at: number): boolean =>
  samples.every((sample) => sample.at <= at - patienceMs || (sample.loss < 0.01 && sample.rttMs < 250))

/** Loss counts too: redundant audio hides a loss that video would show. */
const isClean = ({ concealed, loss, rttMs }: Sample) => concealed < 0.01 && loss < 0.03 && rttMs < 600

const isHeard = ({ concealed, loss, rttMs }: Sample) => concealed < 0.05 && loss < 0.2 && rttMs < 600

/** Video that makes audio unintelligible stops at once, unless what arrives is enough for a small one. */
function lowered(quality: CallQuality, at: number, recent: readonly Sample[]): CallQuality {
  const below = levels[rank(quality.level) + 1] ?? quality.level
  const heldKbps = arrivingKbps(recent.filter(isBad))
  const holdsBelow = below === 'small-video' && heldKbps >= smallVideoKbps
  const isLost = recent.some(({ concealed }) => concealed > 0.15)
  if (quality.level === 'large-video') {
    const largeFailures = quality.largeFailures + 1
    const next = isLost ? 'small-video' : 'video'
    return {
      ...moved(quality, next, at),
      patienceMs: longestPatience,
      raisedAt: null,
      heldKbps,
      largeFailures,
    }
  }
  const next = isLost && isPicture(quality.level) && !holdsBelow ? 'voice' : below
  const failed = quality.raisedAt !== null && at - quality.raisedAt < leastPatience
  const patienceMs = failed ? Math.min(quality.patienceMs * 2, longestPatience) : leastPatience
  return { ...moved(quality, next, at), patienceMs, raisedAt: null, heldKbps }
}

/** The average; the first of the bad samples may have begun before the line fell. */
function arrivingKbps(bad: readonly Sample[]): number {
  const since = bad.length > 1 ? bad.slice(1) : bad
  return since.reduce((sum, { kbps }) => sum + kbps, 0) / Math.max(1, since.length)
}

const moved = (quality: CallQuality, level: Level, at: number): CallQuality => ({
  ...quality,
  level,
  switches: [...quality.switches, at],
  changedAt: at,
})

const rank = (level: Level) => levels.indexOf(level)

export const isPicture = (level: Level): level is 'large-video' | 'video' | 'small-video' =>
  rank(level) < rank('voice')

/** What everybody can receive. */
export const leastOf = (all: readonly Level[]): Level =>
  levels[Math.max(0, ...all.map(rank))] ?? 'large-video'

/** A sample of this browser's own connection. */
export type LineSample = { readonly own: boolean; readonly heard: boolean }

/** As many samples are judged. */
export const samplesOfLine = 6

/** What others lose is not counted: a lesson's record says whose connection was bad. */
export const lineSampleOf = (
  { concealed, loss, lossOut, rttMs }: Sample,
  othersLineIsBad: boolean,
): LineSample => ({
  own: lossOut > 0.03 || rttMs > 1000,
  heard: !othersLineIsBad && (concealed > 0.02 || loss > 0.05),
})

/**
 * As shown to both participants and reported to the server. What arrives badly counts only after three seconds: by
 * then the other browser has said that its own connection is bad.
 */
export function lineOf(samples: readonly LineSample[], connected: boolean): Line {
  if (!connected) return 'lost'
  const own = samples.slice(-4).filter((sample) => sample.own)
  const heard = samples.filter((sample) => sample.heard)
  return own.length >= 3 || heard.length === samplesOfLine ? 'poor' : 'good'
}
