import { describe, expect, it } from '@jest/globals'
import { delayOf, isHopeless } from './retry.ts'

const now = new Date('2026-11-21T08:00:00Z')
const mail = (attempt: number, unknown = 0, createdAt = now) => ({ attempt, unknown, broken: 0, createdAt })

describe('after an attempt that failed', () => {
  it('a refused mail is not tried again', () => {
    expect(delayOf(mail(1), 'refused', now)).toBeNull()
  })

  it('waits longer each time, at most five minutes, so that mails flow soon after a server is back', () => {
    expect([1, 2, 3, 8, 9, 60].map((attempt) => delayOf(mail(attempt), 'later', now))).toEqual([
      1000, 2000, 4000, 128_000, 256_000, 300_000,
    ])
  })

  it('is tried soon again when the server took no mail at all', () => {
    expect(delayOf(mail(60), 'away', now)).toBe(15_000)
  })

  it('is given up after five tries when it cannot be opened or rendered', () => {
    expect(delayOf({ ...mail(4), broken: 3 }, 'broken', now)).not.toBeNull()
    expect(delayOf({ ...mail(5), broken: 4 }, 'broken', now)).toBeNull()
  })

  it('that many tries at a server that was down do not count for it', () => {
    expect(delayOf(mail(200), 'broken', now)).not.toBeNull()
  })

  it('is retried for another day after it was resent', () => {
    const createdAt = new Date(now.getTime() - 72 * 3600 * 1000)
    expect(delayOf({ ...mail(9, 0, createdAt), resentAt: now }, 'later', now)).not.toBeNull()
  })

  it('a server may be down for a day', () => {
    const yesterday = (hours: number) => new Date(now.getTime() - hours * 3600 * 1000)
    expect(delayOf(mail(200, 0, yesterday(23)), 'later', now)).not.toBeNull()
    expect(delayOf(mail(200, 0, yesterday(25)), 'later', now)).toBeNull()
  })

  it('a mail that may have arrived is sent at most three times', () => {
    expect(delayOf(mail(1, 0), 'unknown', now)).toBe(1000)
    expect(delayOf(mail(2, 1), 'unknown', now)).toBe(2000)
    expect(delayOf(mail(3, 2), 'unknown', now)).toBeNull()
    expect(isHopeless({ unknown: 3 })).toBe(true)
  })
})
