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
  it.each([
    ['Nour Gharbi', 'student', 1],
    ['Salma Mejri', 'admin', 0],
  ] as const)(
    'can have their sessions ended, except administrators, and have a mark where mails came back: %s',
    async (fullName, role, buttons) => {
      const person = {
        ...{ id: 'nour', fullName, role, status: 'approved', email: 'x@example.tn', phone: '', location: '' },
        ...{ createdAt: '2026-01-02T13:05:00Z', isVerified: true, lastLoginAt: null, employment: null },
        mailReturnedAt: role === 'student' ? '2026-01-03T13:05:00Z' : null,
      }
      const more = { registrationNotes: '', assignee: null, history: [], sessionsEnded: [] }
      const { api } = fakeApi({
        'GET /admin/users': () => ({ success: true, data: [person], total: 1, nextCursor: null }),
        'GET /admin/users/:id': () => ({ success: true, data: { ...person, ...more } }),
      })
      // `as`: the tab uses only these props
      const props = { api, user: { id: 'a', role: 'admin', fullName: 'A' } } as DashboardProps
      const { user } = show(
        <ToastRegion>
          <UserManagement {...props} />
        </ToastRegion>,
      )
      await screen.findByRole('link', { name: `History of ${fullName}` })
      expect(screen.queryAllByText('Email returned')).toHaveLength(buttons)
      await user.click(await screen.findByRole('link', { name: `History of ${fullName}` }))
      const dialog = within(screen.getByRole('dialog'))
      await dialog.findByText('x@example.tn')
      // with the day, in the account's data
      expect(dialog.queryAllByText('Email returned')).toHaveLength(buttons)
      expect(dialog.queryAllByRole('button', { name: 'End sessions' })).toHaveLength(buttons)
    },
  )
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
    expect(await screen.findByText('No one is waiting')).toBeTruthy()
    await user.type(screen.getByLabelText('Search'), 'sami')
    expect(await screen.findByText('No users found')).toBeTruthy()
  })
})
