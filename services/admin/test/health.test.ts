import { randomUUID } from 'node:crypto'
import type { Health } from '@darsi/contracts/calls/health.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const report = (service: 'users' | 'auth', at: Date, change: object = {}) => {
  const instance = randomUUID()
  const times = { at: at.toISOString(), startedAt: at.toISOString() }
  const well = {
    database: 1,
    outboxPending: 0,
    outboxOldest: 0,
    lag: 0,
    deadLetters: 0,
    refusals: 0,
    memoryMb: 100,
  }
  return admin.kafka.publish(service, instance, 1, {
    type: 'service.reported',
    data: { service, instance, ...times, ...well, ...change },
  })
}
const health = async () => {
  const { body } = await admin.call('GET /superadmin/health', { as: someone('super-admin') })
  // `as`: the contract's answer
  return (body as { data: Health }).data
}
const stateOf = async (name: string) =>
  (await health()).services.find(({ service }) => service === name)?.state

const halfHour = 30 * 60_000

describe('system health', () => {
  it('shows what processes report, and a service that is silent as down', async () => {
    await report('users', new Date())
    await report('auth', new Date(), { redis: null })
    await eventually(async () => (await stateOf('users')) === 'operational')
    await eventually(async () => (await stateOf('auth')) === 'degraded')
    expect(await stateOf('notifications')).toBe('down')
    expect((await health()).state).toBe('down')
  })

  it('has no half hours before the first report: a fresh installation was not down', async () => {
    const { history } = await health()
    expect(history.length).toBeLessThan(3)
  })

  it('keeps a day of half hours', async () => {
    const now = Date.now()
    const begun = Math.floor(now / halfHour) * halfHour
    await report('auth', new Date(begun - 3 * 24 * 60 * 60_000))
    for (let at = begun; at < now; at += 60_000) {
      await report('users', new Date(at))
      await report('auth', new Date(at), { redis: null })
    }
    const history = await eventually(async () => {
      const { history } = await health()
      const states = history.at(-1)?.states.map(({ state }) => state)
      // the reports of two services arrive in any order
      return states?.includes('operational') && states.includes('degraded') && history
    })
    expect(history).toHaveLength(48)
    const last = history.at(-1)?.states
    expect(last).toContainEqual({ service: 'users', state: 'operational' })
    expect(last).toContainEqual({ service: 'auth', state: 'degraded' })
    expect(history[0]?.states).toContainEqual({ service: 'users', state: 'down' })
  })

  it('shows a half hour as down in which one good report came and then nothing', async () => {
    const from = Math.floor(Date.now() / halfHour) * halfHour - 4 * halfHour
    await report('users', new Date(from + 1000))
    for (let minute = 0; minute < 30; minute++) await report('auth', new Date(from + minute * 60_000))
    await eventually(async () => {
      const step = (await health()).history.find((one) => one.from === new Date(from).toISOString())
      const stateIn = (name: string) => step?.states.find(({ service }) => service === name)?.state
      return stateIn('auth') === 'operational' && stateIn('users') === 'down'
    })
  })

  it('counts the refusals of all running processes of the gateway', async () => {
    const processOf = (secondsAgo: number, refusals: number) => {
      const at = new Date(Date.now() - secondsAgo * 1000).toISOString()
      return { [randomUUID()]: JSON.stringify({ startedAt: at, at, refusals }) }
    }
    expect((await health()).gateway).toBeNull()
    const reports = { ...processOf(1, 40), ...processOf(9, 2), ...processOf(60, 1000) }
    await admin.redis.hset(admin.gatewayReportsKey, reports)
    expect((await health()).gateway).toEqual({ processes: 2, refusals: 42 })
    await admin.redis.del(admin.gatewayReportsKey)
  })
})
