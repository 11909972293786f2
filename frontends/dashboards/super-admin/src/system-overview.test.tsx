import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { silence } from '@darsi/client/test/refusal.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import SystemOverview from './tabs/system-overview.tsx'

describe('System Overview', () => {
  it('names the failed action when the server gives no reason', async () => {
    const server = fakeApi({
      'GET /superadmin/stats': () => {
        throw silence()
      },
    })
    // `as`: the tab uses only these props
    show(<SystemOverview {...({ api: server.api } as DashboardProps)} />)
    expect(await screen.findByText('Failed to load system data')).toBeTruthy()
  })
})
