import { exampleProps } from '@darsi/client/dashboard/example-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { Dashboard } from './dashboard.tsx'

it('every queue is counted, on the overview and beside its tab', async () => {
  const { api } = fakeApi({
    'GET /notifications/stream': () => new Response(''),
    'GET /notifications': () => ({
      success: true,
      data: [],
      nextCursor: null,
      total: 0,
      unread: 0,
      mailsReturn: false,
    }),
    'GET /admin/stats': () => ({
      success: true,
      data: {
        ...{ pendingApprovals: 6, pendingConnections: 1, pendingCareChanges: 2, pendingProofs: 3 },
        ...{ pendingUpgrades: 4, pendingCards: 5 },
      },
    }),
    'GET /admin/activity': () => ({ success: true, data: [] }),
  })
  const props = exampleProps(api)
  show(<Dashboard {...props} />)
  const row = async (name: string) => (await screen.findByRole('button', { name })).closest('li')
  const counts = [
    ['Open: Pending Connections', '1'],
    ['Open: Guardians and ages', '2'],
    ['Open: Documents to check', '3'],
    ['Open: Upgrade requests', '4'],
    ['Open: Changed profiles of teachers', '5'],
  ] as const
  for (const [name, count] of counts)
    expect(within((await row(name)) ?? document.body).getByText(count)).toBeTruthy()
  // each tab counts the queues that it shows
  for (const [tab, waiting] of [
    ['Connection Requests', '7 waiting'],
    ['User Management', '14 waiting'],
  ] as const)
    expect((await screen.findAllByRole('link', { name: new RegExp(tab) }))[0]?.textContent).toContain(waiting)
})
