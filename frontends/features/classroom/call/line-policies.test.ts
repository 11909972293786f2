import { describe, expect, it } from '@jest/globals'
import { type Level, levels } from '../../board/public.ts'
import {
  type CallQuality,
  leastOf,
  lineOf,
  lineSampleOf,
  qualityAfter,
  type Sample,
  startQuality,
} from './call-quality.ts'

const second = 1000
const good = { concealed: 0, loss: 0, lossOut: 0, rttMs: 80, kbps: 90 }
const bad = { concealed: 0.27, loss: 0.05, lossOut: 0.05, rttMs: 700, kbps: 61 }
const uneasy = { concealed: 0.05, loss: 0.08, lossOut: 0.08, rttMs: 300, kbps: 92 }
type Weather = Omit<Sample, 'at'>

/** With two samples a second. */
function live(quality: CallQuality, seconds: number, weather: Weather, from: number) {
  let now = quality
  const seen: { at: number; level: Level }[] = []
  for (let step = 0.5; step <= seconds; step += 0.5) {
    const before = now.level
    now = qualityAfter(now, { ...weather, at: from + step * second })
    if (now.level !== before) seen.push({ at: step, level: now.level })
  }
  return { quality: now, seen }
}

/** Five good seconds before 0. */
const begun = live(startQuality('video'), 5, good, -5 * second).quality

describe('the media level', () => {
  it('does not judge the first two seconds, nor one gap', () => {
    expect(live(startQuality('video'), 2, bad, 0).seen).toEqual([])
    const gap = live(begun, 1, bad, 0).quality
    expect(live(gap, 10, good, second).seen).toEqual([])
  })

  it('stays during an outage', () => {
    expect(live(begun, 60, { ...bad, kbps: 0 }, 0).seen).toEqual([])
  })

  it('stops video within two seconds when audio cannot be understood, and keeps audio', () => {
    const { quality, seen } = live(begun, 5, bad, 0)
    expect(seen[0]).toEqual({ at: 1.5, level: 'voice' })
    expect(['voice', 'thin-voice']).toContain(quality.level)
    expect(live(quality, 100, bad, 5 * second).quality.level).toBe('thin-voice')
  })

  it('reduces video first when the connection is only unstable', () => {
    expect(live(begun, 3, uneasy, 0).seen[0]).toEqual({ at: 1.5, level: 'small-video' })
  })

  it('reduces video first when what arrives is enough for a small one, and stops that when it is not', () => {
    const { quality, seen } = live(begun, 1.5, { ...bad, kbps: 92 }, 0)
    expect(seen).toEqual([{ at: 1.5, level: 'small-video' }])
    expect(live(quality, 8, bad, 2 * second).seen[0]?.level).toBe('voice')
  })

  it('keeps small video with 8 % packet loss if audio can conceal it', () => {
    const hidden = { ...uneasy, concealed: 0.006 }
    expect(live(startQuality('small-video'), 300, hidden, 0).seen).toEqual([])
  })

  it('sends the voice with copies on a line that loses packets at random, and without on a narrow one', () => {
    expect(live(startQuality('voice'), 300, uneasy, 0).seen).toEqual([])
    expect(live(startQuality('voice'), 300, { ...uneasy, rttMs: 1200 }, 0).quality.level).toBe('thin-voice')
    // the round trip of a line that was full a moment ago
    expect(live(startQuality('voice'), 300, { ...good, rttMs: 1200 }, 0).seen).toEqual([])
  })

  it('tries a small video again on a line that loses packets at random, if it is wide enough', () => {
    const lossy = { ...uneasy, concealed: 0.006 }
    const fallen = (kbps: number) => live(startQuality('small-video'), 8, { ...bad, kbps }, 0).quality
    expect(live(fallen(90), 30, lossy, 8 * second).seen[0]?.level).toBe('small-video')
    expect(live(fallen(60), 300, lossy, 8 * second).seen).toEqual([])
    // a large one is not tried
    expect(live({ ...startQuality('small-video'), heldKbps: 90 }, 300, lossy, 0).seen).toEqual([])
  })

  it('sends large video after 20 seconds on a line with room to spare, and tries it twice where there is none', () => {
    expect(live(begun, 30, good, 0).seen).toEqual([{ at: 15.5, level: 'large-video' }])
    // slow or lossy lines keep the video
    for (const weather of [
      { ...good, rttMs: 300 },
      { ...good, loss: 0.02 },
    ])
      expect(live(begun, 300, weather, 0).seen).toEqual([])
    // too narrow for large video only: audio is heard again within two seconds
    let quality = begun
    const seen: { at: number; level: Level }[] = []
    for (let at = 0.5; at < 1800; at += 0.5) {
      const before = quality.level
      quality = qualityAfter(quality, { ...(before === 'large-video' ? uneasy : good), at: at * second })
      if (quality.level !== before) seen.push({ at, level: quality.level })
    }
    expect(seen.map(({ level }) => level)).toEqual(['large-video', 'video', 'large-video', 'video'])
    const [raised, lowered, again] = seen.map(({ at }) => at)
    expect((lowered ?? 99) - (raised ?? 0)).toBeLessThan(5)
    expect((again ?? 0) - (lowered ?? 0)).toBeGreaterThanOrEqual(240)
    // audio that cannot be understood leaves only a small picture
    const large = live(begun, 30, good, 0).quality
    expect(live(large, 5, bad, 30 * second).seen[0]?.level).toBe('small-video')
  })

  it('restores video within 30 seconds of a good connection after a bad minute', () => {
    const dropped = live(startQuality('small-video'), 60, bad, 0).quality
    expect(dropped.level).toBe('thin-voice')
    const { seen } = live(dropped, 30, good, 60 * second)
    expect(seen.at(0)?.level).toBe('small-video')
  })

  it('is what everybody can receive, so a data saver and a weak connection both hold', () => {
    expect(leastOf(['video', 'small-video'])).toBe('small-video')
    expect(leastOf(['small-video', 'thin-voice', 'video'])).toBe('thin-voice')
  })

  it('makes at most two changes in a minute on any connection, unless audio suffers', () => {
    let quality = startQuality('video')
    let seed = 7
    const changes: { at: number; up: boolean }[] = []
    for (let step = 0.5; step < 3600; step += 0.5) {
      seed = (seed * 16807) % 2147483647
      const weather = seed % 100 < 3 ? uneasy : good
      const before = quality.level
      quality = qualityAfter(quality, { ...weather, at: step * second })
      const up = levels.indexOf(quality.level) < levels.indexOf(before)
      if (quality.level !== before) changes.push({ at: step, up })
    }
    for (const { at, up } of changes) {
      const inMinute = changes.filter((other) => other.at <= at && other.at > at - 60)
      if (up) expect(inMinute.length).toBeLessThanOrEqual(2)
    }
  })

  it('waits twice as long after each failed attempt to raise the level', () => {
    const once = live(startQuality('small-video'), 3, bad, 0).quality
    const raised = live({ ...once, level: 'voice' }, 22, good, 3 * second).quality
    expect(raised.raisedAt).not.toBeNull()
    const again = live(raised, 9, bad, 25 * second).quality
    expect(again.patienceMs).toBe(40 * second)
  })
})

describe('whose connection it is', () => {
  const samplesOf = (count: number, weather: Weather, othersLineIsBad = false) =>
    Array.from({ length: count }, () => lineSampleOf({ ...weather, at: 0 }, othersLineIsBad))
  const far = { ...good, concealed: 0.2, loss: 0.08 }

  it('is this one after three bad samples of four, lost without a call, or good', () => {
    expect(lineOf([], false)).toBe('lost')
    expect(lineOf(samplesOf(6, good), true)).toBe('good')
    expect(lineOf([...samplesOf(1, bad), ...samplesOf(1, good), ...samplesOf(2, bad)], true)).toBe('poor')
    expect(lineOf([...samplesOf(1, bad), ...samplesOf(2, good), ...samplesOf(1, bad)], true)).toBe('good')
  })

  it('is the other one when its browser says so, and this one when no other does', () => {
    expect(lineOf(samplesOf(6, far, true), true)).toBe('good')
    expect(lineOf(samplesOf(5, far), true)).toBe('good')
    expect(lineOf(samplesOf(6, far), true)).toBe('poor')
  })
})
