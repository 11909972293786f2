import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import UserManagement from './tabs/user-management.tsx'

// filters are kept in the address, so each test starts without them
beforeEach(() => history.replaceState(null, '', '/'))

describe('the users of an administrator', () => {
  it('can have their sessions ended with a reason; an administrator’s sessions only by a super-admin', async () => {
    const row = { email: 'x@example.tn', phone: '', location: '', createdAt: '2026-01-02T13:05:00Z' }
    const data = [
      { ...row, id: 'nour', fullName: 'Nour Gharbi', role: 'student', status: 'approved' },
      { ...row, id: 'b', fullName: 'Salma Mejri', role: 'admin', status: 'approved' },
    ]
    const { api, asked } = fakeApi({
      'GET /admin/users': () => ({ success: true, data, total: 2, nextCursor: null }),
      'POST /admin/users/:id/end-sessions': () => ({ success: true }),
    })
    // `as`: the tab uses only these props
    const props = { api, user: { id: 'a', role: 'admin', fullName: 'A' } } as DashboardProps
    const { user } = show(
      <ToastRegion>
        <UserManagement {...props} />
      </ToastRegion>,
    )
    await user.click(await screen.findByRole('button', { name: /^End sessions of/ }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText(/Reason/), 'A lost telephone')
    await user.click(dialog.getByRole('button', { name: 'End sessions' }))
    expect(await screen.findByText('All sessions of Nour Gharbi are ended')).toBeTruthy()
    expect(asked('POST /admin/users/:id/end-sessions')[0]?.params).toEqual({ id: 'nour' })
  })
})

describe('the queue of registrations', () => {
  it('says when nobody waits, and when a search matches nobody', async () => {
    const { api } = fakeApi({
      'GET /admin/users': () => ({ success: true, data: [], total: 0, nextCursor: null }),
    })
    // `as`: the tab uses only these props
    const props = { api, user: { id: 'a', role: 'admin', fullName: 'A' } } as DashboardProps
    const { user } = show(
      <ToastRegion>
        <UserManagement {...props} />
      </ToastRegion>,
    )
    expect(await screen.findByText('No users found')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Waiting' }))
    expect(await screen.findByText('Nobody waits')).toBeTruthy()
    await user.type(screen.getByLabelText('Search'), 'sami')
    expect(await screen.findByText('No users found')).toBeTruthy()
  })
})
