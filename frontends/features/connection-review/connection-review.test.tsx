import type { ApiError } from '@darsi/client/api/api-error.ts'
import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { asWideScreen } from '@darsi/client/test/wide-screen.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CardReview } from './card-review.tsx'
import { ConnectionReview } from './connection-review.tsx'
import { UpgradeReview } from './upgrade-review.tsx'

const request = {
  id: 'k1',
  studentId: 's',
  studentName: 'Nour',
  studentHasAccount: false,
  teacherId: 't',
  teacherName: 'Sami Trabelsi',
  subject: 'mathematics',
  message: 'For the baccalaureate',
  status: 'pending',
  requestedDate: '2026-11-18T09:00:00Z',
  expiresAt: '2026-11-23T09:00:00Z',
  adminReviewedAt: null,
  decidedAt: null,
  minor: true,
  flags: ['contact-details'],
  needs: { teacher: 'agreed', guardian: 'agreed', admin: 'waiting' },
  escalated: true,
  paused: false,
  openAlerts: 0,
  note: '',
  review: null,
}

function open(refused?: ApiError) {
  const server = fakeApi({
    'GET /admin/connections': () => ({
      success: true,
      data: [request],
      nextCursor: null,
      total: 1,
      pending: 1,
    }),
    'PUT /admin/connections/:id': ({ body }) => {
      if (refused) throw refused
      // `as`: the dialog sends what the contract says
      const { status, notes } = body as { status: 'approved' | 'declined'; notes: string }
      const review = { decision: status, notes, by: 'a', byName: 'Nadia', at: '2026-11-21T09:00:00Z' }
      return { success: true, data: { ...request, status, review } }
    },
  })
  const shown = show(
    <ToastRegion>
      <ConnectionReview api={server.api} />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}

// filters are kept in the address
beforeEach(() => {
  history.replaceState(null, '', '/')
  sessionStorage.clear()
  asWideScreen()
})

describe('the administrators’ connection requests', () => {
  it('show subject, status, student and teacher, message and date, most urgent first', async () => {
    const { asked } = open()
    expect(await screen.findByRole('heading', { name: 'Mathematics' })).toBeTruthy()
    expect(screen.getByText('→').textContent).toBe('Nour → Sami Trabelsi')
    expect(screen.getByText('For the baccalaureate')).toBeTruthy()
    expect(within(screen.getByRole('article')).getByText('Escalated')).toBeTruthy()
    expect(screen.getByText('Contact details in the message')).toBeTruthy()
    expect(screen.getByText(/Waiting for: administrator/)).toBeTruthy()
    expect(asked('GET /admin/connections')[0]?.query).toEqual({ status: 'pending', sort: 'escalated' })
  })

  it('are approved by one key, which can be taken back while nothing is sent', async () => {
    const { user, asked } = open()
    await screen.findByRole('button', { name: 'Approve: Nour → Sami Trabelsi' })
    await user.keyboard('a')
    expect(await screen.findByText('No connection requests')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('button', { name: 'Approve: Nour → Sami Trabelsi' })
    expect(asked('PUT /admin/connections/:id')).toEqual([])
  })

  it('are approved with a note of one’s own', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('button', { name: 'Approve with a note: Nour → Sami Trabelsi' }))
    await user.type(screen.getByLabelText(/Notes/), 'Parent called')
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('The connection is approved')).toBeTruthy()
    fireEvent(window, new Event('pagehide'))
    await waitFor(() =>
      expect(asked('PUT /admin/connections/:id')[0]).toMatchObject({
        params: { id: 'k1' },
        body: { status: 'approved', notes: 'Parent called' },
      }),
    )
    // what is decided does not come back into the list of what waits
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  })

  it('are declined with a reason from a template, in the language of its reader', async () => {
    const { user, asked } = open()
    await screen.findByRole('button', { name: /^Decline/ })
    await user.keyboard('r')
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    await screen.findByText('Please say why')
    await user.selectOptions(screen.getByLabelText('Template'), 'Contact details')
    await user.selectOptions(screen.getByLabelText('Language of the template'), 'Français')
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(asked('PUT /admin/connections/:id')).toHaveLength(1))
    expect(asked('PUT /admin/connections/:id')[0]?.body).toMatchObject({
      status: 'declined',
      notes: expect.stringMatching(/coordonnées/),
    })
  })

  it('have the notes again when the decision is undone', async () => {
    const { user } = open()
    await screen.findByRole('button', { name: /^Decline/ })
    await user.keyboard('r')
    await user.type(screen.getByLabelText(/Notes/), 'Two messages about it')
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByDisplayValue('Two messages about it')).toBeTruthy()
  })

  const declineWith = async (notes: string) => {
    const { user } = open(refusal({ status: 503, message: 'Busy' }))
    await screen.findByRole('button', { name: /^Decline/ })
    await user.keyboard('r')
    await user.type(screen.getByLabelText(/Notes/), notes)
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    fireEvent(window, new Event('pagehide'))
  }

  it('have the notes again when the decision fails', async () => {
    await declineWith('Called twice')
    expect(await screen.findByDisplayValue('Called twice')).toBeTruthy()
  })

  it('keep no notes when the decision fails after a logout', async () => {
    writeSession({ token: 'token', user: { id: 'a', role: 'admin', fullName: 'Nadia' } })
    await declineWith('Called again')
    clearSession()
    await screen.findByText('Nour → Sami Trabelsi: Busy')
    expect(JSON.stringify(sessionStorage)).not.toContain('Called again')
  })

  it('each have an address', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: /Nour → Sami Trabelsi.*Mathematics/s }))
    expect(location.search).toContain('request=k1')
  })

  it('link to both profiles; a child without an account has none', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('button', { name: 'Profile of Sami Trabelsi' }))
    expect(screen.getByRole('dialog', { name: 'Sami Trabelsi' })).toBeTruthy()
    expect(asked('GET /admin/users/:id')[0]?.params).toEqual({ id: 't' })
    expect(screen.queryByRole('button', { name: 'Profile of Nour' })).toBeNull()
  })

  it('say what failed, and come back', async () => {
    const { user } = open(refusal({ status: 409, code: 'CONNECTION_STATE', message: 'Decided already' }))
    await user.click(await screen.findByRole('button', { name: /^Approve:/ }))
    fireEvent(window, new Event('pagehide'))
    expect(await screen.findByText('Nour → Sami Trabelsi: Decided already')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Approve:/ })).toBeTruthy()
  })

  it('can be searched and filtered', async () => {
    const { user, asked } = open()
    await user.type(await screen.findByLabelText('Search'), 'sami')
    await user.selectOptions(screen.getByLabelText('Status'), 'All')
    await waitFor(() =>
      expect(asked('GET /admin/connections').at(-1)?.query).toEqual({
        status: 'all',
        sort: 'escalated',
        q: 'sami',
      }),
    )
  })
})

describe('upgrades', () => {
  it('are granted', async () => {
    let waiting = [
      {
        id: 't',
        teacherName: 'Sami Trabelsi',
        reason: 'Full',
        status: 'open',
        requestedAt: '2026-11-20T09:00:00Z',
        used: 5,
        review: null,
      },
    ]
    const server = fakeApi({
      'GET /admin/upgrades': () => ({
        success: true,
        data: waiting,
        nextCursor: null,
        total: waiting.length,
      }),
      'PUT /admin/upgrades/:id': () => {
        const [granted] = waiting
        waiting = []
        return { success: true, data: granted }
      },
    })
    const { user } = show(<UpgradeReview api={server.api} />)
    expect(await screen.findByText(/5 connections in use/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Sami Trabelsi' }))
    expect(location.search).toBe('?upgrade=t')
    expect(document.activeElement?.textContent).toContain('Sami Trabelsi')
    await user.click(screen.getByRole('button', { name: 'Grant: Sami Trabelsi' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Grant' }))
    expect(await screen.findByText('No upgrade requests')).toBeTruthy()
    expect(server.asked('PUT /admin/upgrades/:id')[0]?.body).toEqual({ status: 'granted', notes: '' })
  })
})

describe('the changed card of a teacher', () => {
  it('are shown beside the old ones, and decided in the version that was read', async () => {
    const changedAt = '2026-11-20T09:00:00Z'
    let waiting = [
      {
        id: 't',
        teacherName: 'Sami Trabelsi',
        shown: {
          ...{ bio: 'Ten years', otherSubjects: '', otherLanguage: '', teachingSubjects: ['arabic'] },
          ...{ languages: ['fr'], hourlyRate: 30, photo: 'old', slug: 'sami-trabelsi' },
        },
        proposed: {
          ...{ bio: 'Eleven years', otherSubjects: '', otherLanguage: '', teachingSubjects: ['philosophy'] },
          ...{ languages: ['fr', 'en'], hourlyRate: null, photo: 'new', slug: 'sami-bac' },
        },
        changedAt,
      },
    ]
    const server = fakeApi({
      'GET /admin/cards': () => ({ success: true, data: waiting, nextCursor: null, total: waiting.length }),
      'GET /photos/:photo': () => null,
      'PUT /admin/cards/:id': () => {
        waiting = []
        return { success: true }
      },
    })
    const { user } = show(<CardReview api={server.api} />)
    expect(await screen.findByText('Eleven years')).toBeTruthy()
    for (const text of [
      /now: Ten years/,
      'Philosophy',
      /now: Arabic/,
      'sami-bac',
      /now: sami-trabelsi/,
      /now: TND.30/,
    ])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Photo that is visible now')).toBeTruthy()
    expect(server.asked('GET /photos/:photo')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Show the new profile: Sami Trabelsi' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Show the new profile' }))
    expect(await screen.findByText('No profiles to review')).toBeTruthy()
    expect(server.asked('PUT /admin/cards/:id')[0]?.body).toEqual({
      status: 'approved',
      changedAt,
      notes: '',
    })
  })
})
