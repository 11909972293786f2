import { describe, expect, it } from '@jest/globals'
import {
  type CallQuality,
  type Level,
  lineOf,
  qualityAfter,
  type Sample,
  startQuality,
} from './call-quality.ts'
import { givesUpMs, reconnectDelay } from './reconnect.ts'

const second = 1000
const good = { concealed: 0, loss: 0, rttMs: 80 }
const bad = { concealed: 0.27, loss: 0.05, rttMs: 700 }
const uneasy = { concealed: 0.05, loss: 0.08, rttMs: 300 }
type Weather = Omit<Sample, 'at'>

function live(quality: CallQuality, seconds: number, weather: Weather, from: number, most: Level = 'video') {
  let now = quality
  const seen: { at: number; level: Level }[] = []
  for (let step = 1; step <= seconds; step++) {
    const before = now.level
    now = qualityAfter(now, { ...weather, at: from + step * second }, most)
    if (now.level !== before) seen.push({ at: step, level: now.level })
  }
  return { quality: now, seen }
}

describe('the media level', () => {
  it('stops video within five seconds after audio suffers, and keeps audio', () => {
    const { quality, seen } = live(startQuality('video'), 5, bad, 0)
    expect(seen.find(({ level }) => level === 'voice')?.at).toBeLessThanOrEqual(4)
    expect(['voice', 'thin-voice']).toContain(quality.level)
    expect(live(quality, 100, bad, 5 * second).quality.level).toBe('thin-voice')
  })

  it('reduces video first when the connection is only unstable', () => {
    expect(live(startQuality('video'), 3, uneasy, 0).seen[0]).toEqual({ at: 2, level: 'small-video' })
  })

  it('keeps small video with 8 % packet loss if audio can conceal it', () => {
    const hidden = { concealed: 0.006, loss: 0.08, rttMs: 320 }
    expect(live(startQuality('small-video'), 300, hidden, 0).seen).toEqual([])
  })

  it('restores video within 30 seconds of a good connection after a bad minute', () => {
    const dropped = live(startQuality('small-video'), 60, uneasy, 0).quality
    expect(dropped.level).toBe('thin-voice')
    const { seen } = live(dropped, 30, good, 60 * second)
    expect(seen.at(0)?.level).toBe('small-video')
  })

  it('never exceeds the requested level, so the data saver holds', () => {
    expect(live(startQuality('video'), 1, good, 0, 'voice').quality.level).toBe('voice')
    expect(live(startQuality('voice'), 200, good, 0, 'voice').seen).toEqual([])
  })

  it('makes at most two changes in a minute on any connection, unless audio suffers', () => {
    let quality = startQuality('video')
    let seed = 7
    const changes: { at: number; up: boolean }[] = []
    for (let step = 1; step < 3600; step++) {
      seed = (seed * 16807) % 2147483647
      const weather = seed % 100 < 3 ? uneasy : good
      const before = quality.level
      quality = qualityAfter(quality, { ...weather, at: step * second })
      const up =
        ['video', 'small-video', 'voice', 'thin-voice'].indexOf(quality.level) <
        ['video', 'small-video', 'voice', 'thin-voice'].indexOf(before)
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
    const again = live(raised, 3, bad, 25 * second).quality
    expect(again.patienceMs).toBe(40 * second)
  })

  it('reports the connection as lost, poor after two bad seconds of three, or good', () => {
    const at = 0
    expect(lineOf([], false)).toBe('lost')
    expect(lineOf([{ ...good, at }], true)).toBe('good')
    expect(
      lineOf(
        [
          { ...bad, at },
          { ...good, at },
          { ...bad, at },
        ],
        true,
      ),
    ).toBe('poor')
    expect(
      lineOf(
        [
          { ...bad, at },
          { ...good, at },
          { ...good, at },
        ],
        true,
      ),
    ).toBe('good')
  })
})

describe('reconnecting', () => {
  it('starts at once, never waits longer than five seconds, and gives up after fifteen minutes', () => {
    const delays = Array.from({ length: 200 }, (_, retryCount) =>
      reconnectDelay({ retryCount, elapsedMs: retryCount * 4000 }),
    )
    expect(delays[0]).toBeLessThanOrEqual(300)
    for (const delay of delays) expect(delay).toBeLessThanOrEqual(5000)
    expect(reconnectDelay({ retryCount: 3, elapsedMs: givesUpMs })).not.toBeNull()
    expect(reconnectDelay({ retryCount: 999, elapsedMs: givesUpMs + 1 })).toBeNull()
  })
})
