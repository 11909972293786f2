import type { ServiceHealth } from '@darsi/contracts/health.ts'
import { describe, expect, it } from '@jest/globals'
import { combine, databaseState, worstOf } from './system-health.ts'

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
  queue: null,
}
const answers = [{ name: 'users' as const, isUp: true, milliseconds: 4 }]

describe('system health', () => {
  it('degraded is shown as degraded', () => {
    const [row] = combine([{ ...well, state: 'degraded', problems: ['redis'] }], answers)
    expect(row?.state).toBe('degraded')
  })

  it('a service that answers but whose reports do not arrive is degraded, not down', () => {
    const [row] = combine([{ ...well, state: 'down', problems: ['silent'] }], answers)
    expect(row?.state).toBe('degraded')
  })

  it('a service that does not answer is down, whatever it last said', () => {
    expect(combine([well], [])[0]?.state).toBe('down')
  })

  it('the database is down only when every service says so', () => {
    const rows = (...broken: boolean[]) =>
      combine(
        broken.map((is) => ({ ...well, problems: is ? ['database'] : [] })),
        answers,
      )
    expect(databaseState(rows(false, false))).toBe('operational')
    expect(databaseState(rows(true, false))).toBe('degraded')
    expect(databaseState(rows(true, true))).toBe('down')
    expect(databaseState([])).toBe('down')
  })

  it('the services together are down only when all are', () => {
    expect(worstOf(['operational', 'down'])).toBe('degraded')
    expect(worstOf(['down', 'down'])).toBe('down')
    expect(worstOf(['operational'])).toBe('operational')
  })
})
