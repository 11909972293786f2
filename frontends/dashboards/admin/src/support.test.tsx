import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { exampleProps } from '@darsi/client/dashboard/example-props.ts'
import { queryClientOf } from '@darsi/client/query/query-client.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { Live } from '@darsi/client/test/live.tsx'
import { silence } from '@darsi/client/test/refusal.ts'
import { asWideScreen } from '@darsi/client/test/wide-screen.ts'
import type { Ticket } from '@darsi/contracts/calls/admin/tickets-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { CounterStrip } from './counter-strip.tsx'
import Tickets from './tabs/tickets.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const ticket: Ticket = {
  id: '3d0a8f7e-0000',
  reference: '3D0A8F7E',
  status: 'new',
  name: 'Amal',
  email: 'amal@example.tn',
  phone: '',
  userType: 'parent',
  subject: 'technical',
  message: 'The page stays empty.',
  language: 'fr',
  createdAt: ago(180),
  dueAt: ago(60),
  answers: [],
  closedAt: null,
  closedBy: null,
}

function open(
  content: (props: DashboardProps) => ReactNode,
  answers: Record<string, (call: never) => unknown>,
) {
  const fake = fakeApi({
    'GET /admin/stats': () => ({ success: true, data: { openTickets: 1 } }),
    'GET /notifications/stream': () => new Response(''),
    ...answers,
  })
  const props = exampleProps(fake.api, { id: 'admin-1' })
  const shown = show(
    <ToastRegion>
      <Live api={fake.api} />
      {content(props)}
    </ToastRegion>,
  )
  return { ...fake, ...shown }
}
const page = (data: unknown[]) => ({ success: true, data, nextCursor: null, total: data.length, overdue: 1 })

// filters are kept in the address, so each test starts without them
beforeEach(() => {
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  asWideScreen()
})

describe('the counters', () => {
  it('name the failed action when the server gives no reason, in a banner that can be dismissed', async () => {
    const { user } = open(({ api }) => <CounterStrip api={api} tab={null} />, {
      'GET /admin/stats': () => {
        throw silence()
      },
    })
    expect(await screen.findByText('Failed to load admin data')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close this message' }))
    expect(screen.queryByText('Failed to load admin data')).toBeNull()
  })
})

describe('tickets', () => {
  it('are marked when overdue, and a sent answer is shown at once', async () => {
    let kept = ticket
    const { user, asked } = open((props) => <Tickets {...props} />, {
      'GET /admin/tickets': () => page([kept]),
      'POST /admin/tickets/:id/answer': () => {
        const answers = [{ text: 'Reload it', by: 'x', byName: 'An Admin', at: ago(0) }]
        kept = { ...ticket, status: 'answered', answers }
        return { success: true, data: kept }
      },
    })
    expect(await screen.findAllByText('was due 1 hour ago')).toHaveLength(2)
    await user.keyboard('j')
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(screen.getByText('Please write an answer')).toBeTruthy()
    await user.type(screen.getByLabelText(/Your answer/), 'Reload it')
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText('Reload it')).toBeTruthy()
    expect(asked('POST /admin/tickets/:id/answer')[0]).toMatchObject({
      body: { text: 'Reload it', seenAnswers: 0 },
    })
  })

  it('keep the text that is typed while an answer is sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answers = [{ text: 'Reload it', by: 'x', byName: 'An Admin', at: ago(0) }]
    const { user } = open((props) => <Tickets {...props} />, {
      'GET /admin/tickets': () => page([ticket]),
      'POST /admin/tickets/:id/answer': async () => {
        await promise
        return { success: true, data: { ...ticket, status: 'answered', answers } }
      },
    })
    await user.type(await screen.findByLabelText(/Your answer/), 'Reload it')
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    await user.type(screen.getByLabelText(/Your answer/), ' Twice')
    resolve()
    expect(await screen.findByText('Reload it', { selector: '.admin-quote p' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Your answer/).value).toBe('Twice')
  })

  it('keep the open one and its answer when a more urgent one arrives or another administrator answers', async () => {
    const urgent = { ...ticket, id: 'urgent', name: 'Hedi' }
    let listed = [ticket]
    const { user, api } = open((props) => <Tickets {...props} />, {
      'GET /admin/tickets': () => page(listed),
    })
    const list = async (tickets: Ticket[]) => {
      listed = tickets
      await act(() => queryClientOf(api).invalidateQueries())
    }
    const answer = () => screen.getByLabelText<HTMLTextAreaElement>(/Your answer/)
    await user.type(await screen.findByLabelText(/Your answer/), 'Reload')
    await list([urgent, ticket])
    expect(await screen.findByRole('link', { name: /Hedi/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Amal' })).toBeTruthy()
    expect(answer().value).toBe('Reload')
    await list([urgent])
    expect(await screen.findByRole('heading', { name: 'Hedi' })).toBeTruthy()
    await list([urgent, ticket])
    await user.click(await screen.findByRole('link', { name: /Amal/ }))
    expect(answer().value).toBe('Reload')
  })

  it('are closed by a key, but not when the action is undone', async () => {
    const { user, asked, unmount } = open((props) => <Tickets {...props} />, {
      'GET /admin/tickets': () => page([ticket, { ...ticket, id: 'second', name: 'Hedi' }]),
      'POST /admin/tickets/:id/close': () => ({ success: true, data: { ...ticket, status: 'closed' } }),
    })
    expect(await screen.findByRole('heading', { name: 'Amal' })).toBeTruthy()
    await user.keyboard('r')
    expect(await screen.findByRole('heading', { name: 'Hedi' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.keyboard('k')
    expect(await screen.findByRole('heading', { name: 'Amal' })).toBeTruthy()
    expect(asked('POST /admin/tickets/:id/close')).toEqual([])
    await user.keyboard('r')
    unmount()
    await waitFor(() => expect(asked('POST /admin/tickets/:id/close')).toHaveLength(1))
  })

  it('are filtered by status and category together on the server', async () => {
    const { user, asked } = open((props) => <Tickets {...props} />, { 'GET /admin/tickets': () => page([]) })
    expect(await screen.findByText('No tickets here')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Status'), 'Closed')
    await user.selectOptions(screen.getByLabelText('Category'), 'Billing')
    await waitFor(() =>
      expect(asked('GET /admin/tickets').at(-1)?.query).toEqual({ status: 'closed', subject: 'billing' }),
    )
  })
})
