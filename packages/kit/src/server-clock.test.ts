import { describe, expect, it } from '@jest/globals'
import { createServerClock, redisTime } from './server-clock.ts'
import { silentLog } from './testing/testing.ts'

async function setUp(time: Date | null) {
  let passed = 1000
  const clock = await createServerClock({
    read: async () => {
      // half of the round trip
      passed += 20
      return time
    },
    log: silentLog,
    monotonic: () => passed,
  })
  await clock.stop()
  return { clock, pass: (ms: number) => (passed += ms) }
}

describe('the clock of a server', () => {
  it('is the server’s time and runs on evenly, whatever the clock of this process says', async () => {
    const { clock, pass } = await setUp(new Date('2026-11-22T08:00:00Z'))
    const before = clock.now()
    expect(clock.date().toISOString()).toBe('2026-11-22T08:00:00.010Z')
    pass(15_000)
    expect(clock.now() - before).toBe(15_000)
  })

  it('is the clock of this process when the server reports none', async () => {
    const { clock } = await setUp(null)
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000)
  })

  it('reads the time of Redis in seconds and microseconds, and none while it does not answer', async () => {
    expect(await redisTime({ time: async () => [1_763_800_000, 250_000] })).toEqual(
      new Date(1_763_800_000_250),
    )
    expect(await redisTime({ time: () => Promise.reject(new Error('away')) })).toBeNull()
  })
})
