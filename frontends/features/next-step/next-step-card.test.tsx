import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { ParentNextStep } from './next-step-card.tsx'

const list = (data: object[]) => ({ success: true, data, nextCursor: null, total: data.length, pending: 0 })
const asked = {
  ...{ id: 'k1', status: 'pending', subject: 'mathematics', actions: ['consent'] },
  ...{ teacher: { id: 't', name: 'Sami' }, student: { id: 's', childId: 'c', name: 'Lina' } },
  needs: { teacher: 'agreed', guardian: 'waiting', admin: 'none' },
}

function open({ verified = true, children = [{}], inBell = false, connections = [asked] }) {
  const went: unknown[] = []
  const server = fakeApi({
    'GET /auth/profile': () => ({
      success: true,
      data: { id: 'me', status: 'approved', emailVerified: verified, email: 'a@b.tn' },
    }),
    'GET /sessions': () => list([]),
    'GET /connections': ({ query }) => list(connections.filter(({ status }) => status === query?.['status'])),
    'GET /homework': () => list([]),
    'GET /threads': () => list([]),
    'GET /children': () => list(children),
    'GET /children/changes': () => list([]),
    'GET /reports': () => list([]),
    'GET /me/waiting-requests': () => list([]),
    'POST /auth/resend-verification': () => ({ success: true }),
  })
  const shown = show(
    <ToastRegion>
      <ParentNextStep api={server.api} onTabChange={(...to) => went.push(...to)} inBell={inBell} />
    </ToastRegion>,
  )
  return { ...server, ...shown, went }
}

describe('the card of the next step', () => {
  it('names who and what, and its button leads there', async () => {
    const { user, went } = open({})
    expect(
      await screen.findByRole('region', { name: 'Decide about lessons with Sami for Lina' }),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Read and decide' }))
    expect(went).toEqual(['find-teachers', { connection: 'k1' }])
  })

  it('says that the only connection is paused, and leads to it', async () => {
    const paused = { ...asked, status: 'suspended', actions: [] }
    const { user, went, asked: calls } = open({ connections: [paused] })
    await screen.findByRole('region', {
      name: 'The connection with Sami is paused while our team reviews it (for Lina)',
    })
    await user.click(screen.getByRole('button', { name: 'See the connection' }))
    expect(went).toEqual(['find-teachers', { connection: 'k1' }])
    expect(calls('GET /connections').map(({ query }) => query?.['status'])).toEqual([
      'pending',
      'approved',
      'suspended',
    ])
  })

  it('sends the link of an unconfirmed address again', async () => {
    const { user, asked: calls } = open({ verified: false })
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
    expect(await screen.findByText('A new link is on its way to a@b.tn.')).toBeTruthy()
    expect(calls('POST /auth/resend-verification')[0]?.body).toEqual({ email: 'a@b.tn' })
  })

  it('in the bell leads to the overview where it needs a dialog or a form', async () => {
    const { user, went } = open({ verified: false, inBell: true })
    await user.click(await screen.findByRole('button', { name: 'Show' }))
    expect(went).toEqual(['overview'])
  })
})
