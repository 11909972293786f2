import type { Ticket } from '@darsi/contracts/tickets-api.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { fakeApi } from '@darsi/ui/test/fake-api.ts'
import { silence } from '@darsi/ui/test/refusal.ts'
import { show } from '@darsi/ui/test/render.tsx'
import { ToastRegion } from '@darsi/ui/toast.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { CounterStrip } from './counter-strip.tsx'
import { StatsProvider } from './stats.tsx'
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
  // `as`: the tabs use no more of their props
  const props = { api: fake.api } as unknown as DashboardProps
  const shown = show(
    <ToastRegion>
      <StatsProvider api={fake.api}>{content(props)}</StatsProvider>
    </ToastRegion>,
  )
  return { ...fake, ...shown }
}
const page = (data: unknown[]) => ({ success: true, data, nextCursor: null, total: data.length, overdue: 1 })

describe('the counters', () => {
  it('say what failed when the server does not, in a banner that can be dismissed', async () => {
    const { user } = open(() => <CounterStrip />, {
      'GET /admin/stats': () => {
        throw silence()
      },
    })
    expect(await screen.findByText('Failed to load admin data')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Failed to load admin data')).toBeNull()
  })
})

describe('tickets', () => {
  it('one that is overdue says so, and its answer is sent and shown at once', async () => {
    let kept = ticket
    const { user, asked } = open((props) => <Tickets {...props} />, {
      'GET /admin/tickets': () => page([kept]),
      'POST /admin/tickets/:id/answer': () => {
        const answers = [{ text: 'Reload it', by: 'x', byName: 'An Admin', at: ago(0) }]
        kept = { ...ticket, status: 'answered', answers }
        return { success: true, data: kept }
      },
    })
    expect(await screen.findByText('was due 1 hour ago')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Answer 3D0A8F7E' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Send answer' }))
    expect(dialog.getByText('Please write an answer')).toBeTruthy()
    await user.type(dialog.getByLabelText(/Your answer/), 'Reload it')
    await user.click(dialog.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText('Reload it')).toBeTruthy()
    expect(asked('POST /admin/tickets/:id/answer')[0]).toMatchObject({ body: { text: 'Reload it' } })
  })

  it('status and category are asked of the server together', async () => {
    const { user, asked } = open((props) => <Tickets {...props} />, { 'GET /admin/tickets': () => page([]) })
    expect(await screen.findByText('No tickets here')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Status'), 'Closed')
    await user.selectOptions(screen.getByLabelText('Category'), 'Billing')
    await waitFor(() =>
      expect(asked('GET /admin/tickets').at(-1)?.query).toEqual({ status: 'closed', subject: 'billing' }),
    )
  })
})
