import { CONTRACT } from '@darsi/client/dashboard/dashboard-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { Dashboard } from './dashboard.tsx'

it('the navigation counts the accounts and the administrators that wait for an approval', async () => {
  const { api } = fakeApi({
    'GET /notifications/stream': () => new Response(''),
    'GET /admin/users': ({ query }) => ({
      ...{ success: true, data: [], nextCursor: null },
      total: query?.['status'] !== 'pending' ? 50 : query['role'] === 'admin' ? 1 : 8,
    }),
  })
  show(
    <Dashboard
      contract={CONTRACT}
      user={{ id: 'r', role: 'super-admin', fullName: 'Habib Root', email: 'root@example.tn' }}
      language="en"
      onLanguageChange={() => {}}
      api={api}
      signOut={() => {}}
      navigate={() => {}}
      tab={null}
      onTabChange={() => {}}
    />,
  )
  expect(await screen.findByRole('link', { name: /User Management.*8 waiting/ })).toBeTruthy()
  expect(await screen.findByRole('link', { name: /Admin Management.*1 waiting/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Evidence.*waiting/ })).toBeNull()
})
