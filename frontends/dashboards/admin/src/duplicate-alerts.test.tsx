import { exampleProps } from '@darsi/client/dashboard/example-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { asNarrowScreen, asWideScreen } from '@darsi/client/test/wide-screen.ts'
import type { DuplicateAlert } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import DuplicateAlerts from './tabs/duplicate-alerts.tsx'

const account = (id: string, fullName: string) => ({
  id,
  fullName,
  email: `${id}@example.tn`,
  phone: '+21620111222',
  role: 'student' as const,
  status: 'approved' as const,
  location: 'Sfax',
  birthYear: null,
  createdAt: '2026-01-02T13:05:00Z',
  lastLoginAt: null,
})
const alert: DuplicateAlert = {
  id: 'a.b',
  status: 'open',
  matchType: 'phone',
  similarity: 92,
  userId: 'a',
  userName: 'Mohamed Ben Salah',
  duplicateUserId: 'b',
  duplicateName: 'محمد بن صالح',
  similarityScore: 0.92,
  createdAt: '2026-11-20T10:00:00Z',
  evidence: [
    { kind: 'phone', points: 4 },
    { kind: 'role', points: -0.5 },
  ],
  users: [account('a', 'Mohamed Ben Salah'), account('b', 'محمد بن صالح')],
  detectedAt: '2026-11-20T10:00:00Z',
  reviewedAt: null,
  reviewedBy: '',
  decidedAt: null,
  decidedBy: '',
  kept: null,
  undoUntil: null,
}

type More = { cursor: string; data: DuplicateAlert[] }

function open(role: 'admin' | 'super-admin', alerts: DuplicateAlert[] = [alert], more?: More) {
  let listed = alerts
  const done = (change: Partial<DuplicateAlert>) => () => {
    listed = []
    return { success: true, data: { ...alert, ...change } }
  }
  const server = fakeApi({
    'GET /admin/duplicates': ({ query }) =>
      more && query?.['cursor'] === more.cursor
        ? { success: true, data: more.data, total: 2, nextCursor: null }
        : { success: true, data: listed, total: more ? 2 : listed.length, nextCursor: more?.cursor ?? null },
    'POST /admin/duplicates/:id/review': () => ({ success: true, data: alert }),
    'POST /admin/duplicates/:id/dismiss': done({ status: 'dismissed' }),
    'POST /admin/duplicates/:id/merge': done({ status: 'merged', kept: 'a' }),
  })
  const props = exampleProps(server.api, {
    id: 'root',
    role,
    fullName: 'Amel Root',
    email: 'root@example.tn',
  })
  return {
    ...server,
    ...show(
      <ToastRegion>
        <DuplicateAlerts {...props} />
      </ToastRegion>,
    ),
  }
}

// filters are kept in the address
beforeEach(() => {
  history.replaceState(null, '', '/')
  asWideScreen()
})

describe('duplicate alerts', () => {
  it('show the specification’s text when there is none', async () => {
    open('admin', [])
    expect(await screen.findByText('No Duplicate Alerts')).toBeTruthy()
    expect(screen.getByText('All user registrations appear to be unique.')).toBeTruthy()
  })

  it('shows match type, percent similarity, both names and the date, and is dismissed unless it is taken back', async () => {
    const { user, asked } = open('admin')
    const row = await screen.findByRole('listitem')
    expect(within(row).getByText(/Same phone number · .*92% similarity/)).toBeTruthy()
    expect(within(row).getByText('محمد بن صالح')).toBeTruthy()
    expect(within(row).getByText(/Detected on 20 November 2026/)).toBeTruthy()
    await user.keyboard('r')
    expect(await screen.findByText('No Duplicate Alerts')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('listitem')).toBeTruthy()
    await user.keyboard('r')
    // leaving the page sends what waits
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(asked('POST /admin/duplicates/:id/dismiss')).toHaveLength(1))
  })

  it('on a phone move the focus to the opened pair, and back to its row', async () => {
    asNarrowScreen()
    const { user } = open('admin')
    const row = await screen.findByRole('link', { name: /Mohamed Ben Salah/ })
    await user.click(row)
    const heading = screen.getByRole('heading', { name: 'Two accounts side by side' })
    expect(document.activeElement).toBe(heading)
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    await waitFor(() => expect(document.activeElement).toBe(row))
  })

  it('list only the keys that work: there is no search', async () => {
    const { user } = open('admin')
    await screen.findByRole('listitem')
    await user.keyboard('?')
    const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(help.getByText('Undo the last decision')).toBeTruthy()
    expect(help.queryByText('Search')).toBeNull()
  })

  it('beyond the first page are loaded on demand', async () => {
    const second = {
      ...alert,
      id: 'c.d',
      users: [account('c', 'Third Person'), account('d', 'Fourth Person')],
    }
    const { calls, user } = open('admin', [alert], { cursor: 'next', data: [second] })
    await user.click(await screen.findByRole('button', { name: /Load more/i }))
    expect(await screen.findByText('Third Person')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(calls.filter(({ key }) => key === 'GET /admin/duplicates')).toHaveLength(2)
  })

  it('an admin reviews both side by side and cannot merge; only an opened pair counts as looked at', async () => {
    const { user, asked } = open('admin')
    expect(await screen.findByRole('rowheader', { name: 'Phone' })).toBeTruthy()
    expect(asked('POST /admin/duplicates/:id/review')).toEqual([])
    await user.keyboard('j')
    expect(location.search).toContain('pair=a.b')
    await waitFor(() => expect(asked('POST /admin/duplicates/:id/review')).toHaveLength(1))
    expect(screen.getByText('For one person: phone')).toBeTruthy()
    expect(screen.queryByText('One person: merge')).toBeNull()
  })

  it('let the super-admin merge after a confirmation', async () => {
    const { user, calls } = open('super-admin')
    await user.click(await screen.findByRole('button', { name: 'Keep a@example.tn' }))
    expect(calls.some(({ key }) => key.endsWith('/merge'))).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(calls.find(({ key }) => key.endsWith('/merge'))?.body).toEqual({ keep: 'a' }))
  })
})
