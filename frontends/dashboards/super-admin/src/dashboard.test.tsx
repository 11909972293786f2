import { CONTRACT } from '@darsi/client/dashboard/dashboard-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { Dashboard } from './dashboard.tsx'

function open(notices: object[] = [], mailsReturn = false) {
  const visited: string[] = []
  const opened: unknown[] = []
  const { api } = fakeApi({
    'GET /notifications/stream': () => new Response(''),
    'GET /notifications': () => ({
      ...{ success: true, data: notices, nextCursor: null },
      ...{ total: notices.length, unread: notices.length, mailsReturn },
    }),
    'POST /notifications/read': () => ({ success: true }),
    'GET /admin/users': ({ query }) => ({
      ...{ success: true, data: [], nextCursor: null },
      total: query?.['status'] !== 'pending' ? 50 : query['role'] === 'admin' ? 1 : 8,
    }),
  })
  const shown = show(
    <Dashboard
      contract={CONTRACT}
      user={{ id: 'r', role: 'super-admin', fullName: 'Habib Root', email: 'root@example.tn' }}
      language="en"
      onLanguageChange={() => {}}
      api={api}
      signOut={() => {}}
      navigate={(path) => visited.push(path)}
      tab={null}
      onTabChange={(...to) => opened.push(to)}
    />,
  )
  return { ...shown, visited, opened }
}

it('the navigation counts the accounts and the administrators that wait for an approval', async () => {
  open()
  expect(await screen.findByRole('link', { name: /User Management.*8 waiting/ })).toBeTruthy()
  expect(await screen.findByRole('link', { name: /Admin Management.*1 waiting/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Evidence.*waiting/ })).toBeNull()
})

it('the bell opens a safety alert in the dashboard that shows alerts', async () => {
  const { user, visited } = open([
    {
      ...{ id: 'n1', kind: 'safety-stopped', title: 'A lesson was stopped', body: 'A high alert.' },
      ...{ place: { alert: 'a1' }, createdAt: new Date().toISOString(), readAt: null },
    },
  ])
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  const link = await screen.findByRole('link', { name: /A lesson was stopped/ })
  const path = '/dashboard?notice=safety-stopped&alert=a1'
  expect(link.getAttribute('href')).toBe(path)
  await user.click(link)
  expect(visited).toEqual([path])
})

it('while mails come back, a banner leads to the form for another address', async () => {
  const { user, opened } = open([], true)
  await user.click(await screen.findByRole('button', { name: 'Change email address' }))
  expect(opened).toEqual([['account', { section: 'security' }]])
})
