import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { fakeApi } from '@darsi/ui/test/fake-api.ts'
import { show } from '@darsi/ui/test/render.tsx'
import { ToastRegion } from '@darsi/ui/toast.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { StatsProvider } from './stats.tsx'
import UserManagement from './tabs/user-management.tsx'

describe('the queue of registrations', () => {
  it('says that nobody waits when it is empty, and that nobody matches when it is searched', async () => {
    const { api } = fakeApi({
      'GET /admin/users': () => ({ success: true, data: [], total: 0, nextCursor: null }),
    })
    // `as`: the tab uses no more of its props
    const props = { api, user: { id: 'a', role: 'admin', fullName: 'A' } } as DashboardProps
    const { user } = show(
      <ToastRegion>
        <StatsProvider api={api}>
          <UserManagement {...props} />
        </StatsProvider>
      </ToastRegion>,
    )
    expect(await screen.findByText('No users found')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Waiting' }))
    expect(await screen.findByText('Nobody waits')).toBeTruthy()
    await user.type(screen.getByLabelText('Search'), 'sami')
    expect(await screen.findByText('No users found')).toBeTruthy()
  })
})
