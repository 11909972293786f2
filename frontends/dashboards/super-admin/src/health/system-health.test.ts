import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { ServiceHealth } from '@darsi/contracts/calls/health.ts'
import { describe, expect, it } from '@jest/globals'
import { askServices, combine, databaseState, loadHealth, worstOf } from './system-health.ts'

const well: ServiceHealth = {
  service: 'users',
  state: 'operational',
  problems: [],
  at: '2026-11-21T10:00:00.000Z',
  processes: [],
  outboxPending: 0,
  outboxOldest: 0,
  lag: 0,
  deadLetters: 0,
  refusals: 0,
  queue: null,
}
const users = { name: 'users' as const, isUp: true, milliseconds: 4 }

const answered = () => ({ success: true })
const answers = {
  'GET /auth/profile': answered,
  'GET /me/preferences': answered,
  'GET /availability/alive': answered,
  'GET /classroom/alive': answered,
  'GET /statistics/basic': answered,
  'GET /notifications': answered,
}

describe('system health', () => {
  it('shows degraded as degraded', () => {
    const [row] = combine([{ ...well, state: 'degraded', problems: ['redis'] }], [users])
    expect(row?.state).toBe('degraded')
  })

  it('shows a service that answers without sending reports as degraded, not down', () => {
    const [row] = combine([{ ...well, state: 'down', problems: ['silent'] }], [users])
    expect(row?.state).toBe('degraded')
  })

  it('shows a service that does not answer as down, whatever it last reported', () => {
    expect(combine([well], [{ ...users, isUp: false }])[0]?.state).toBe('down')
  })

  it('is derived from the answers while the admin service is down', async () => {
    const down = () => {
      throw Object.assign(new Error('down'), { status: 503 })
    }
    const { api } = fakeApi({ ...answers, 'GET /statistics/basic': down, 'GET /superadmin/health': down })
    const { services, history } = await loadHealth(api, new AbortController().signal)
    expect(Object.fromEntries(services.map(({ service, state }) => [service, state]))).toEqual({
      auth: 'operational',
      users: 'operational',
      availability: 'operational',
      classroom: 'operational',
      admin: 'down',
      notifications: 'operational',
    })
    expect(services.map(({ report }) => report)).toEqual(services.map(() => null))
    expect(databaseState(services)).toBeNull()
    expect(history).toEqual([])
  })

  it('is degraded if the admin service answers but has no reports', () => {
    expect(combine(null, [{ ...users, name: 'admin' }])[0]?.state).toBe('degraded')
  })

  it('shows the database as down only when every service reports it', () => {
    const rows = (...broken: boolean[]) =>
      broken.flatMap((is) => combine([{ ...well, problems: is ? ['database'] : [] }], [users]))
    expect(databaseState(rows(false, false))).toBe('operational')
    expect(databaseState(rows(true, false))).toBe('degraded')
    expect(databaseState(rows(true, true))).toBe('down')
    expect(databaseState(combine([{ ...well, problems: ['silent'] }], [users]))).toBe('down')
  })

  it('shows the services together as down only when all are', () => {
    expect(worstOf(['operational', 'down'])).toBe('degraded')
    expect(worstOf(['down', 'down'])).toBe('down')
    expect(worstOf(['operational'])).toBe('operational')
  })
})

const states = async (change: object = {}) => {
  const { api } = fakeApi({ ...answers, ...change })
  const asked = await askServices(api, new AbortController().signal)
  return Object.fromEntries(asked.map(({ name, isUp }) => [name, isUp]))
}

describe('the check of the services', () => {
  it('sends each a call that a super-admin may make', async () => {
    expect(await states()).toEqual({
      auth: true,
      users: true,
      availability: true,
      classroom: true,
      admin: true,
      notifications: true,
    })
  })

  it('fails when only the gateway answers, with a refusal or without the service', async () => {
    for (const status of [403, 503]) {
      const refused = () => {
        throw Object.assign(new Error('refused'), { status })
      }
      expect(await states({ 'GET /availability/alive': refused })).toMatchObject({
        availability: false,
        users: true,
      })
    }
  })
})
