import { randomUUID } from 'node:crypto'
import type { Health } from '@darsi/contracts/health.ts'
import { eventually, someone } from '@darsi/kit/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Admin, start } from './world.ts'

let admin: Admin
beforeAll(async () => {
  admin = await start()
})
afterAll(() => admin.close())

const report = (service: 'users' | 'auth', at: Date, change: object = {}) => {
  const instance = randomUUID()
  const times = { at: at.toISOString(), startedAt: at.toISOString() }
  const well = { database: 1, outboxPending: 0, outboxOldest: 0, lag: 0, deadLetters: 0, memoryMb: 100 }
  return admin.kafka.publish(service, instance, 1, {
    type: 'service.reported',
    data: { service, instance, ...times, ...well, ...change },
  })
}
const health = async () => {
  const { body } = await admin.call('GET /superadmin/health', { as: someone('super-admin') })
  // `as`: the contract's answer
  return (body as unknown as { data: Health }).data
}
const stateOf = async (name: string) =>
  (await health()).services.find(({ service }) => service === name)?.state

describe('system health', () => {
  it('shows what processes report, and a service that is silent as down', async () => {
    await report('users', new Date())
    await report('auth', new Date(), { redis: null })
    await eventually(async () => (await stateOf('users')) === 'operational')
    await eventually(async () => (await stateOf('auth')) === 'degraded')
    expect(await stateOf('notifications')).toBe('down')
    expect((await health()).state).toBe('down')
  })

  it('keeps a day of half hours', async () => {
    const { history } = await health()
    expect(history).toHaveLength(48)
    const now = history.at(-1)?.states
    expect(now).toContainEqual({ service: 'users', state: 'operational' })
    expect(now).toContainEqual({ service: 'auth', state: 'degraded' })
    expect(history[0]?.states).toContainEqual({ service: 'users', state: 'down' })
  })
})
