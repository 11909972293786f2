import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { ServiceHealth } from '@darsi/contracts/calls/health.ts'
import { describe, expect, it } from '@jest/globals'
import { combine, databaseState, loadHealth, worstOf } from './system-health.ts'

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

describe('system health', () => {
  it('degraded is shown as degraded', () => {
    const [row] = combine([{ ...well, state: 'degraded', problems: ['redis'] }], [users])
    expect(row?.state).toBe('degraded')
  })

  it('a service that answers but whose reports do not arrive is degraded, not down', () => {
    const [row] = combine([{ ...well, state: 'down', problems: ['silent'] }], [users])
    expect(row?.state).toBe('degraded')
  })

  it('a service that does not answer is down, whatever it last said', () => {
    expect(combine([well], [{ ...users, isUp: false }])[0]?.state).toBe('down')
  })

  it('stays known by who answers while the administration does not', async () => {
    const down = () => {
      throw Object.assign(new Error('down'), { status: 503 })
    }
    const { api } = fakeApi({
      'GET /auth/profile': () => ({}),
      'GET /me/preferences': () => ({}),
      'GET /availability/alive': () => ({}),
      'GET /notifications': () => ({}),
      'GET /statistics/basic': down,
      'GET /superadmin/health': down,
    })
    const { services, history } = await loadHealth(api, new AbortController().signal)
    expect(Object.fromEntries(services.map(({ service, state }) => [service, state]))).toEqual({
      auth: 'operational',
      users: 'operational',
      availability: 'operational',
      admin: 'down',
      notifications: 'operational',
    })
    expect(services.map(({ report }) => report)).toEqual(services.map(() => null))
    expect(databaseState(services)).toBeNull()
    expect(history).toEqual([])
  })

  it('is degraded where the administration answers and keeps its reports to itself', () => {
    expect(combine(null, [{ ...users, name: 'admin' }])[0]?.state).toBe('degraded')
  })

  it('the database is down only when every service says so', () => {
    const rows = (...broken: boolean[]) =>
      broken.flatMap((is) => combine([{ ...well, problems: is ? ['database'] : [] }], [users]))
    expect(databaseState(rows(false, false))).toBe('operational')
    expect(databaseState(rows(true, false))).toBe('degraded')
    expect(databaseState(rows(true, true))).toBe('down')
    expect(databaseState(combine([{ ...well, problems: ['silent'] }], [users]))).toBe('down')
  })

  it('the services together are down only when all are', () => {
    expect(worstOf(['operational', 'down'])).toBe('degraded')
    expect(worstOf(['down', 'down'])).toBe('down')
    expect(worstOf(['operational'])).toBe('operational')
  })
})
