import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { asWideScreen } from '@darsi/client/test/wide-screen.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import UserManagement from '../tabs/user-management.tsx'

const registered = (at: number) => ({
  id: `u${at}`,
  fullName: `Teacher ${at}`,
  email: `t${at}@example.tn`,
  phone: '+216 20 123 456',
  location: 'Sfax Ville, Sfax',
  role: 'teacher',
  status: 'pending',
  emailVerified: at !== 2,
  mailReturnedAt: null,
  createdAt: '2026-01-02T13:05:00Z',
  lastLoginAt: null,
  registrationNotes: '',
  employment: { status: 'independent', declaredAt: '2026-01-02T13:05:00Z' },
  missing: [],
  assignee: null,
  history: [],
  sessionsEnded: [],
})

const profileAt = '2026-01-03T08:00:00.000Z'
const reviewFile = (id: string) => ({
  ...{ teacherId: id, name: `Teacher ${id.slice(1)}`, status: 'pending', required: [], missing: [] },
  ...{ missingFields: [], proofs: [], profile: { bio: 'Ten years' }, photo: null },
  ...{ emailVerified: true, offeredHours: 0, updatedAt: profileAt },
})

function open(count: number, refused: readonly string[] = [], total = count) {
  let waiting = Array.from({ length: count }, (_, at) => registered(at + 1))
  const server = fakeApi({
    'GET /admin/stats': () => ({ success: true, data: {} }),
    'GET /admin/users': () => {
      const nextCursor = total > count ? 'next' : null
      return { success: true, data: waiting, total: waiting.length + total - count, nextCursor }
    },
    'GET /admin/users/:id': ({ params }) => ({
      success: true,
      data: registered(Number(params?.['id']?.slice(1))),
    }),
    'GET /admin/teachers/:id/review-file': ({ params }) => ({
      success: true,
      data: reviewFile(params?.['id'] ?? ''),
    }),
    'PUT /admin/users/:id/status': ({ params }) => {
      const id = params?.['id'] ?? ''
      if (refused.includes(id)) throw refusal({ status: 409, message: 'Decided already' })
      waiting = waiting.filter((user) => user.id !== id)
      return { success: true, data: { ...registered(Number(id.slice(1))), status: 'approved' } }
    },
  })
  // `as`: the tab uses only these props
  const props = { api: server.api, user: { id: 'a', role: 'admin', fullName: 'A' } } as DashboardProps
  const shown = show(
    <ToastRegion>
      <UserManagement {...props} />
    </ToastRegion>,
  )
  return { ...server, ...shown, decided: () => server.asked('PUT /admin/users/:id/status') }
}

const openRow = () => screen.getByRole('link', { current: true }).textContent

beforeEach(() => {
  history.replaceState(null, '', '/?view=queue')
  localStorage.clear()
  asWideScreen()
})

describe('the queue of registrations', () => {
  it('approves forty registrations with forty keys, and sends each decision', async () => {
    const { user, decided, unmount } = open(40)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('a'.repeat(40))
    expect(await screen.findByText('No one is waiting')).toBeTruthy()
    expect(decided()).toEqual([])
    unmount()
    await waitFor(() => expect(decided()).toHaveLength(40))
    expect(decided()[0]).toMatchObject({
      params: { id: 'u1' },
      body: { status: 'approved', seen: 'pending' },
    })
  })

  it('approves one registration when the key is held down', async () => {
    const { user, decided, unmount } = open(3)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('{a>5/}')
    unmount()
    expect(decided().map(({ params }) => params?.['id'])).toEqual(['u1'])
  })

  it('opens the next registration by itself, moves with J and K, and undoes the last decision with Z', async () => {
    const { user, decided, unmount } = open(3)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('j')
    expect(openRow()).toContain('Teacher 2')
    expect(screen.getByRole('link', { current: true }).getAttribute('href')).toBe('/?view=queue&user=u2')
    await user.keyboard('a')
    expect(openRow()).toContain('Teacher 3')
    await user.keyboard('k')
    expect(openRow()).toContain('Teacher 1')
    await user.keyboard('z')
    expect(screen.getByText('Teacher 2')).toBeTruthy()
    unmount()
    expect(decided()).toEqual([])
  })

  it('removes the message of an undone decision, and keeps the focus in the list', async () => {
    const { user } = open(3)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.click(screen.getByRole('button', { name: 'Approve Teacher 1' }))
    expect(screen.getByText('Teacher 1 is approved', { exact: false })).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Teacher 2')
    await user.keyboard('z')
    expect(screen.queryByText('Teacher 1 is approved', { exact: false })).toBeNull()
  })

  it('keeps the focus on the chosen list of the tab', async () => {
    history.replaceState(null, '', '/')
    const { user } = open(3)
    await user.click(await screen.findByRole('radio', { name: 'Waiting' }))
    await screen.findByRole('heading', { name: 'Teacher 1' })
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Waiting' }))
  })

  it('closes the reason of a rejection with Escape, and the focus is back on its button', async () => {
    const { user } = open(1)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    const reject = screen.getByRole('button', { name: 'Reject Teacher 1' })
    await user.click(reject)
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('Template')).toBeNull()
    expect(document.activeElement).toBe(reject)
  })

  it('stays open for Z and for the next page while all its rows can be undone', async () => {
    const { user, decided, unmount } = open(2, [], 3)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('aa')
    expect(screen.queryByText('No one is waiting')).toBeNull()
    expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy()
    await user.keyboard('zz')
    expect(await screen.findByText('Teacher 1', { selector: '.ds-queue-name' })).toBeTruthy()
    unmount()
    expect(decided()).toEqual([])
  })

  it('approves the profile as the page shows it', async () => {
    const { user, decided, unmount } = open(1)
    await screen.findByText('Ten years')
    await user.keyboard('a')
    unmount()
    await waitFor(() => expect(decided()).toHaveLength(1))
    expect(decided()[0]?.body).toMatchObject({ status: 'approved', profileAt })
  })

  it('rejects with an edited template in the owner’s language', async () => {
    const { user, decided, unmount } = open(1)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('r')
    await user.selectOptions(screen.getByLabelText('Template'), 'Second account')
    await user.selectOptions(screen.getByLabelText('Language of the template'), 'Français')
    await user.type(screen.getByLabelText(/^Reason/), ' Merci.')
    await user.click(screen.getByRole('button', { name: 'Reject with this reason' }))
    unmount()
    await waitFor(() => expect(decided()).toHaveLength(1))
    expect(decided()[0]?.body).toEqual({
      status: 'suspended',
      notes: 'Vous avez déjà un compte chez nous. Connectez-vous avec celui-ci. Merci.',
      seen: 'pending',
      profileAt,
    })
  })

  it('has the reason of a rejection again when it is undone', async () => {
    const { user } = open(2)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('r')
    await user.type(screen.getByLabelText(/^Reason/), 'Called twice')
    await user.click(screen.getByRole('button', { name: 'Reject with this reason' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await user.click(screen.getByText('Teacher 1', { selector: '.ds-queue-name' }))
    expect(await screen.findByDisplayValue('Called twice')).toBeTruthy()
  })

  it('has the reason of a rejection again when it fails', async () => {
    const { user } = open(2, ['u1'])
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('r')
    await user.type(screen.getByLabelText(/^Reason/), 'Called again')
    await user.click(screen.getByRole('button', { name: 'Reject with this reason' }))
    fireEvent(window, new Event('pagehide'))
    await user.click(await screen.findByText('Teacher 1', { selector: '.ds-queue-name' }))
    expect(await screen.findByDisplayValue('Called again')).toBeTruthy()
  })

  it('approves the complete registrations together with one call each, all before the page is left', async () => {
    const { user, decided, unmount } = open(30)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Teacher 2' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Select the first 20 of 29 complete files' }))
    await user.click(screen.getByRole('button', { name: 'Approve 20 files' }))
    fireEvent(window, new Event('pagehide'))
    expect(decided()).toHaveLength(20)
    unmount()
    expect(decided().map(({ params }) => params?.['id'])).not.toContain('u2')
  })

  it('says which decision was refused, and shows the registration again', async () => {
    const { user } = open(2, ['u1'])
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('a')
    // leaving the page sends the same event
    fireEvent(window, new Event('pagehide'))
    expect(await screen.findByText('Teacher 1: Decided already')).toBeTruthy()
    expect(await screen.findByText('Teacher 1', { selector: '.ds-queue-name' })).toBeTruthy()
  })

  it('explains its keys, and lets them be switched off', async () => {
    const { user, decided, unmount } = open(1)
    await screen.findByRole('heading', { name: 'Teacher 1' })
    await user.keyboard('?')
    const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    await user.click(help.getByRole('switch'))
    await user.click(help.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
    await user.keyboard('a')
    unmount()
    expect(decided()).toEqual([])
  })
})
