import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import Evidence from './tabs/evidence.tsx'

const at = '2026-11-21T10:00:00.000Z'
const kept = {
  ...{
    id: 'a1',
    reason: 'danger',
    severity: 'high',
    userIds: ['t1', 'erased-account'],
    names: ['Karim Jaziri', ''],
    openedAt: at,
    expiresAt: null,
    views: 0,
  },
}

it('evidence needs a reason to be opened, and shows the messages, their authors and earlier views', async () => {
  const { api, asked } = fakeApi({
    'GET /superadmin/evidence': () => ({ success: true, data: [kept], total: 1, nextCursor: null }),
    'POST /superadmin/evidence/:id/view': () => ({
      success: true,
      data: {
        ...{ ...kept, text: 'He asks to meet alone', quoted: 'Come alone' },
        people: [
          { userId: 't1', role: 'teacher', fullName: 'Karim Jaziri', email: 'k@example.tn', phone: '' },
        ],
        messages: [
          { field: 'message', about: 'c1.1', threadId: 'c1', by: 't1', at, text: 'Tell nobody', held: true },
        ],
        omitted: { conversations: 2, messages: 1234 },
        viewed: [{ by: 'b', byName: 'Root', at, reason: 'Prosecutor' }],
      },
    }),
  })
  const { user, unmount } = show(<Evidence api={api} />)
  expect(await screen.findByText('while the alert is open')).toBeTruthy()
  expect([screen.getByText('Karim Jaziri'), screen.getByText('erased-a')]).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: /Open the evidence of/ }))
  expect(location.search).toBe('?evidence=a1')
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Open' }))
  expect(asked('POST /superadmin/evidence/:id/view')).toEqual([])
  await user.type(dialog.getByLabelText(/Reason/), 'Request of the prosecutor')
  await user.click(dialog.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('He asks to meet alone')).toBeTruthy()
  expect(screen.getByText(/Karim Jaziri · .*k@example.tn/)).toBeTruthy()
  expect(screen.getByText(/held back: Tell nobody/)).toBeTruthy()
  expect(screen.getByText(/Root · Prosecutor/)).toBeTruthy()
  expect(screen.getByText(/1,234 messages, with 2 whole conversations/)).toBeTruthy()
  expect(asked('POST /superadmin/evidence/:id/view')[0]).toMatchObject({
    params: { id: 'a1' },
    body: { reason: 'Request of the prosecutor' },
  })
  // at the same address after a reload the reason is asked again
  unmount()
  show(<Evidence api={api} />)
  const again = within(await screen.findByRole('dialog'))
  expect(again.getByLabelText(/Reason/)).toBeTruthy()
  expect(screen.queryByText('He asks to meet alone')).toBeNull()
  await user.click(again.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
})
