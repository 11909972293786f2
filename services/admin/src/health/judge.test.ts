import { describe, expect, it } from '@jest/globals'
import { judge, type Report, wasSilent } from './judge.ts'

const now = new Date('2026-11-21T10:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const well: Report = {
  service: 'users',
  instance: 'u1',
  startedAt: secondsAgo(3600),
  at: secondsAgo(5),
  database: 2,
  outboxPending: 0,
  outboxOldest: 0,
  lag: 0,
  deadLetters: 0,
  refusals: 0,
  memoryMb: 120,
}
const users = (...reports: Report[]) => judge(reports, now).find(({ service }) => service === 'users')

describe('system health', () => {
  it('names every service, and one that never reported is down', () => {
    const states = judge([well], now)
    expect(states.map(({ service, state }) => `${service} ${state}`)).toEqual([
      'auth down',
      'users operational',
      'availability down',
      'classroom down',
      'admin down',
      'notifications down',
    ])
  })

  it.each([
    ['its database does not answer', { database: null }, 'down', 'database'],
    ['Redis does not answer', { redis: null }, 'degraded', 'redis'],
    ['its events are not sent', { outboxOldest: 31 }, 'degraded', 'events-unsent'],
    ['events wait for it', { lag: 1001 }, 'degraded', 'events-waiting'],
    ['it gave up an event', { deadLetters: 1 }, 'degraded', 'dead-letters'],
    ['mails pile up', { queue: { waiting: 300, active: 1, delayed: 700 } }, 'degraded', 'mail-queue'],
    ['it has been silent for half a minute', { at: secondsAgo(31) }, 'down', 'silent'],
  ] as const)('says so when %s', (_, change, state, problem) => {
    expect(users({ ...well, ...change })).toMatchObject({ state, problems: [problem] })
  })

  it('a process that stopped reporting beside another one counts as replaced', () => {
    const health = users({ ...well, at: secondsAgo(600), database: null }, { ...well, instance: 'u2' })
    expect(health).toMatchObject({ state: 'operational', problems: [] })
    expect(health?.processes.map(({ instance }) => instance)).toEqual(['u2'])
  })

  it('one degraded process of two degrades the service', () => {
    expect(users(well, { ...well, instance: 'u2', redis: null })?.state).toBe('degraded')
  })

  it('two processes of a service report the same dead letters once', () => {
    expect(users({ ...well, deadLetters: 2 }, { ...well, instance: 'u2', deadLetters: 2 })?.deadLetters).toBe(
      2,
    )
  })
})

describe('security refusals', () => {
  it('are the sum of all processes; and refusals do not degrade a service', () => {
    const [one, two] = [
      { ...well, refusals: 40 },
      { ...well, instance: 'u2', refusals: 2 },
    ]
    expect(users(one, two, { ...well, instance: 'u3', refusals: 0 })).toMatchObject({
      refusals: 42,
      problems: [],
    })
    // a stopped process no longer counts
    expect(users(one, { ...two, at: secondsAgo(600) })?.refusals).toBe(40)
  })
})

describe('a half hour of a service', () => {
  const from = new Date('2026-11-21T09:30:00Z')
  const minutes = (count: number, start = 0) => Array.from({ length: count }, (_, index) => start + index)

  it('is up with a report in every minute, or after one restart', () => {
    expect(wasSilent(minutes(30), from, now, 30)).toBe(false)
    expect(wasSilent(minutes(29), from, now, 30)).toBe(false)
  })

  it('is down with one good report and none after it', () => {
    expect(wasSilent([0], from, now, 30)).toBe(true)
    expect(wasSilent(minutes(20, 10), from, now, 30)).toBe(true)
  })

  it('that has not ended is rated by its completed part', () => {
    const tenMinutesIn = new Date('2026-11-21T09:40:30Z')
    expect(wasSilent(minutes(9), from, tenMinutesIn, 30)).toBe(false)
    expect(wasSilent(minutes(5), from, tenMinutesIn, 30)).toBe(true)
    expect(wasSilent([], from, new Date('2026-11-21T09:31:00Z'), 30)).toBe(false)
  })
})
