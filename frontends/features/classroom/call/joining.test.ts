import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createPace, type JoinTrouble, keepJoining } from './joining.ts'

const second = 1000
const minute = 60 * second

beforeEach(() => {
  jest.useFakeTimers({ now: 0 })
})
afterEach(() => {
  jest.useRealTimers()
})

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** A media engine that is away or there, and what its client does in one browser: after each failure it reports a loss. */
function simulated() {
  const engine = { away: true, blocked: false }
  const browser = (index: number) => {
    // refuses at once, answers nothing, or sometimes this and sometimes that
    const failsAfterMs = () => [0, 10 * second, Math.random() * 10 * second][index % 3] ?? 0
    const calls: number[] = []
    const troubles: (JoinTrouble | null)[] = []
    let joinedAt: number | null = null
    const loop = keepJoining({
      pace: createPace({ now: Date.now }),
      isJoined: () => joinedAt !== null,
      freshToken: async () => {
        calls.push(Date.now())
        return 'token'
      },
      join: async (_token, reached) => {
        if (engine.away || engine.blocked) {
          if (engine.blocked) reached()
          await pause(failsAfterMs())
          for (let lost = 0; lost < 3; lost++) void loop.rejoin()
          throw new Error('not reached')
        }
        await pause(second)
        joinedAt = Date.now()
      },
      onTrouble: (trouble) => troubles.push(trouble),
    })
    const lose = () => {
      joinedAt = null
      void loop.rejoin()
      void loop.rejoin()
    }
    return { calls, troubles, lose, loop, joinedAt: () => joinedAt }
  }
  return { engine, browser }
}

const mostInMinute = (calls: readonly number[]) =>
  Math.max(0, ...calls.map((from) => calls.filter((at) => at >= from && at < from + minute).length))

describe('joining a call', () => {
  it('asks at most ten times a minute and browser while the engine is away, and all are back in 15 s', async () => {
    const { engine, browser } = simulated()
    const browsers = Array.from({ length: 100 }, (_, index) => browser(index))
    for (const { lose } of browsers) lose()
    await jest.advanceTimersByTimeAsync(80 * second)
    for (const { calls } of browsers) {
      expect(calls.length).toBeGreaterThan(5)
      expect(mostInMinute(calls)).toBeLessThanOrEqual(10)
    }
    engine.away = false
    const backAt = Date.now()
    await jest.advanceTimersByTimeAsync(15 * second)
    const joined = browsers.map(({ joinedAt }) => joinedAt() ?? Number.POSITIVE_INFINITY)
    expect(Math.max(...joined) - backAt).toBeLessThanOrEqual(15 * second)
    // not all of them in the same second
    const perSecond = Map.groupBy(joined, (at) => Math.floor(at / second))
    for (const same of perSecond.values()) expect(same.length).toBeLessThan(50)
    for (const { troubles } of browsers) expect(troubles.at(-1)).toBeNull()
  })

  it('asks at most ten times a minute when each call is lost again after a moment', async () => {
    const { engine, browser } = simulated()
    engine.away = false
    const { calls, lose, joinedAt } = browser(0)
    lose()
    for (let count = 0; count < 600; count++) {
      await jest.advanceTimersByTimeAsync(second / 2)
      if (joinedAt() !== null) lose()
    }
    expect(calls.length).toBeGreaterThan(20)
    expect(mostInMinute(calls)).toBeLessThanOrEqual(10)
  })

  it('begins at once after a call that held, also for the client that reconnects by itself', async () => {
    const pace = createPace({ now: Date.now, random: () => 1 })
    const asked = async () => {
      const ms = pace.delay()
      await jest.advanceTimersByTimeAsync(ms)
      return ms
    }
    expect([await asked(), await asked(), await asked(), await asked(), await asked()]).toEqual([
      500, 3000, 6000, 8000, 8000,
    ])
    pace.joined()
    await jest.advanceTimersByTimeAsync(29 * second)
    pace.joined()
    expect(pace.delay()).toBe(0)
    pace.joined()
    await jest.advanceTimersByTimeAsync(30 * second)
    expect(pace.delay()).toBe(500)
    // the client asks twice when the server sends everybody to another node
    expect(pace.delay()).toBe(500)
  })

  it('says after two failures whether the engine is away or the network lets no call through', async () => {
    const { engine, browser } = simulated()
    const { troubles, lose, loop } = browser(0)
    lose()
    await jest.advanceTimersByTimeAsync(second)
    expect(troubles).toEqual([])
    await jest.advanceTimersByTimeAsync(3 * second)
    expect(troubles).toEqual(['engine'])
    engine.away = false
    engine.blocked = true
    await jest.advanceTimersByTimeAsync(10 * second)
    expect(troubles.at(-1)).toBe('network')
    engine.blocked = false
    await jest.advanceTimersByTimeAsync(10 * second)
    expect(troubles.at(-1)).toBeNull()
    loop.stop()
  })

  it('goes on while the server has no ticket for the engine, and ends with the call', async () => {
    let asked = 0
    const loop = keepJoining({
      pace: createPace({ now: Date.now }),
      isJoined: () => false,
      freshToken: async () => {
        asked++
        return null
      },
      join: async () => {},
      onTrouble: () => {},
    })
    void loop.rejoin()
    await jest.advanceTimersByTimeAsync(minute)
    expect(asked).toBeGreaterThan(5)
    loop.stop()
    const before = asked
    await jest.advanceTimersByTimeAsync(minute)
    expect(asked).toBe(before)
  })
})
