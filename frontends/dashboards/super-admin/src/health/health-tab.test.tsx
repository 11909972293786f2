import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import SystemHealth from '../tabs/system-health.tsx'

it('System Health shows how many calls each service refused', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  const well = { state: 'operational', problems: [], at, processes: [], outboxPending: 0, outboxOldest: 0 }
  const auth = { ...well, service: 'auth', lag: 0, deadLetters: 0, refusals: 1234, queue: null }
  const { api } = fakeApi({
    'GET /auth/profile': () => ({}),
    'GET /me/preferences': () => ({}),
    'GET /availability/alive': () => ({}),
    'GET /classroom/alive': () => ({}),
    'GET /notifications': () => ({}),
    'GET /statistics/basic': () => ({}),
    'GET /superadmin/health': () => ({
      success: true,
      data: {
        ...{ at, state: 'operational', services: [auth], history: [] },
        gateway: { processes: 2, refusals: 567 },
      },
    }),
  })
  // `as`: the tab uses only these props
  show(<SystemHealth {...({ api } as DashboardProps)} />)
  await screen.findByRole('cell', { name: '1,234' })
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const row = screen.getByRole('cell', { name: '1,234' }).closest('tr')
  expect(row?.children[headers.indexOf('Refused calls')]?.textContent).toContain('1,234')
  expect(screen.getByText(/gateway refused before they reached a service: 567/)).toBeTruthy()
})
