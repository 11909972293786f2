import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { OfferedGroups } from './offered-groups.tsx'
import { OpenGroups } from './open-groups.tsx'

const choice = (connectionId: string, name: string, more: object = {}) => ({
  ...{ connectionId, name, refusal: null, presenceNeeded: false, waitsForGuardian: false },
  ...more,
})
const group = (more: Partial<GroupHour> = {}): GroupHour => ({
  id: 'g1',
  teacher: { id: 't1', name: 'Sami Trabelsi' },
  subject: 'mathematics',
  level: 'secondary',
  audience: 'minors',
  topic: 'Limits',
  date: '2026-12-02',
  hour: 16,
  durationMinutes: 60,
  startsAt: '2026-12-02T15:00:00.000Z',
  endsAt: '2026-12-02T16:00:00.000Z',
  type: 'online',
  place: '',
  meetingLink: '',
  price: 15,
  capacity: 4,
  taken: 1,
  isConfirmed: false,
  decidedAt: '2026-12-02T11:00:00.000Z',
  learners: [],
  seats: [],
  choices: [],
  canCancel: false,
  ...more,
})

function server(groups: GroupHour[], sessionTypes: string[] = ['group'], lostAnswers = 0) {
  return fakeApi({
    'GET /groups': () => ({ success: true, data: groups }),
    'GET /me/profile': () => ({
      success: true,
      data: { roleData: { sessionTypes, teachingSubjects: ['Mathematics'] } },
    }),
    'GET /availability/teachers/:id': () => ({
      success: true,
      data: {
        week: 1,
        monday: '2026-11-30',
        free: [{ date: '2026-12-02', hour: 16, shared: false }],
        periods: [],
      },
    }),
    'POST /groups': () => {
      if (lostAnswers-- > 0) throw refusal({ status: 0, message: 'Network error' })
      return { success: true, data: group() }
    },
    'POST /groups/:id/seats': () => ({ success: true, data: group() }),
    'POST /groups/:id/cancel': () => ({ success: true, data: group() }),
  })
}
function openFor(groups: GroupHour[]) {
  const served = server(groups)
  const { user } = show(
    <ToastRegion>
      <OpenGroups api={served.api} />
    </ToastRegion>,
  )
  return { ...served, user }
}
function openAsTeacher(groups: GroupHour[], types?: string[], lostAnswers?: number) {
  const served = server(groups, types, lostAnswers)
  const { user } = show(
    <ToastRegion>
      <OfferedGroups api={served.api} teacherId="t1" onProfile={() => {}} />
    </ToastRegion>,
  )
  return { ...served, user }
}

describe('the group hours of a learner', () => {
  it('show seats and price; a guardian chooses the child and says that a parent is present', async () => {
    const choices = [choice('k1', 'Adam', { presenceNeeded: true }), choice('k2', 'Nour')]
    const { user, asked } = openFor([group({ choices })])
    await screen.findByText('3 of 4 seats left')
    await user.click(screen.getByRole('button', { name: /Take a seat/ }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Take the seat' }))
    await dialog.findByText('Please choose for whom')
    await user.click(dialog.getByRole('radio', { name: 'Adam' }))
    await user.click(dialog.getByRole('button', { name: 'Take the seat' }))
    await dialog.findByText('Please confirm that a parent or guardian will be present')
    expect(asked('POST /groups/:id/seats')).toEqual([])
    await user.click(dialog.getByRole('checkbox', { name: /A parent or guardian will be present/ }))
    await user.click(dialog.getByRole('button', { name: 'Take the seat' }))
    await screen.findByText('The seat is booked')
    expect(asked('POST /groups/:id/seats')).toMatchObject([
      { params: { id: 'g1' }, body: { connectionId: 'k1', parentPresent: true } },
    ])
  })

  it('keep the refusal of a seat on the page when the last group hour is gone', async () => {
    let groups = [group({ choices: [choice('k1', 'Adam')] })]
    const { api } = fakeApi({
      'GET /groups': () => ({ success: true, data: groups }),
      'POST /groups/:id/seats': () => {
        groups = []
        throw refusal({ status: 409, message: 'The group hour is full' })
      },
    })
    const { user } = show(<OpenGroups api={api} />)
    await user.click(await screen.findByRole('button', { name: /Take a seat/ }))
    await user.click(screen.getByRole('button', { name: 'Take the seat' }))
    await waitFor(() => expect(screen.queryByText('3 of 4 seats left')).toBeNull())
    expect(screen.getByText('The group hour is full')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('say why a learner cannot join, and show own seats', async () => {
    openFor([
      group({
        choices: [choice('k1', 'Adam', { refusal: 'For this age a lesson lasts at most 45 minutes' })],
      }),
      group({ id: 'g2', seats: [{ sessionId: 'l1', name: 'Nour', status: 'proposed' }] }),
      group({ id: 'g3' }),
    ])
    await screen.findByText('Adam: For this age a lesson lasts at most 45 minutes')
    await screen.findByText('Waiting for a guardian: Nour')
    await screen.findByText(/connect with this teacher/)
    expect(screen.queryByRole('button', { name: /Take a seat/ })).toBeNull()
  })
})

describe('the group hours of a teacher', () => {
  it('show who comes, and are cancelled for everybody', async () => {
    const learners = [
      { sessionId: 'l1', name: 'Adam', status: 'upcoming' as const },
      { sessionId: 'l2', name: 'Nour', status: 'proposed' as const },
    ]
    const { user, asked } = openAsTeacher([group({ learners, taken: 2, canCancel: true })])
    const names = within(await screen.findByRole('list', { name: 'Students with a seat' }))
    names.getByText('Adam')
    names.getByText('Nour (waiting for a guardian)')
    await user.click(screen.getByRole('button', { name: /Cancel for everyone/ }))
    await screen.findByText(/2 seats are taken/)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel for everyone' }))
    await screen.findByText('The group lesson is cancelled')
    expect(asked('POST /groups/:id/cancel')).toHaveLength(1)
  })

  it('need the session type in the profile', async () => {
    openAsTeacher([], ['online'])
    await screen.findByText(/add “Group” to the session types/)
    expect(screen.queryByRole('button', { name: 'Offer a group lesson' })).toBeNull()
  })

  it('are offered with a free hour and a price; without a link in the classroom', async () => {
    const { user, asked } = openAsTeacher([])
    await user.click(await screen.findByRole('button', { name: 'Offer a group lesson' }))
    const dialog = within(await screen.findByRole('dialog'))
    const send = () => user.click(dialog.getByRole('button', { name: 'Offer a group lesson' }))
    await send()
    for (const text of [/choose the level/, /choose an hour/, /give a price/]) await dialog.findByText(text)
    await user.selectOptions(dialog.getByLabelText(/^Level/), 'Secondary')
    await user.click(await dialog.findByRole('radio', { name: /16:00/ }))
    await user.type(dialog.getByLabelText(/Price per student/), '15')
    dialog.getByText(/Without a link the group meets in the classroom/)
    await send()
    await screen.findByText('The group lesson is offered')
    expect(asked('POST /groups')).toMatchObject([
      {
        body: {
          ...{
            subject: 'mathematics',
            level: 'secondary',
            audience: 'minors',
            date: '2026-12-02',
            hour: 16,
            price: 15,
          },
          ...{ durationMinutes: 60, capacity: 4, type: 'online', meetingLink: '' },
        },
      },
    ])
  })

  it('are offered with the same idempotency key after a lost answer', async () => {
    const { user, asked } = openAsTeacher([], undefined, 1)
    await user.click(await screen.findByRole('button', { name: 'Offer a group lesson' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText(/^Level/), 'Secondary')
    await user.click(await dialog.findByRole('radio', { name: /16:00/ }))
    await user.type(dialog.getByLabelText(/Price per student/), '15')
    const send = () => user.click(dialog.getByRole('button', { name: 'Offer a group lesson' }))
    await send()
    await dialog.findByText('Network error')
    await send()
    await screen.findByText('The group lesson is offered')
    const keys = asked('POST /groups').map((call) => Reflect.get(call, 'idempotencyKey'))
    expect(keys).toEqual([expect.any(String), keys[0]])
  })
})
