import { describe, expect, it } from '@jest/globals'
import { silentLog } from '../testing/testing.ts'
import { createDatabaseClock } from './database-clock.ts'

async function setUp(time: Date | null) {
  let passed = 1000
  const clock = await createDatabaseClock({
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

describe('the clock of the database', () => {
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
})
