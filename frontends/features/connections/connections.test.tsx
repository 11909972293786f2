import { ApiError } from '@darsi/client/api/api-error.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { Connection } from './connection.ts'
import { ConnectionList } from './connection-list.tsx'
import { QuotaCard } from './quota-card.tsx'

const request = (more: Partial<Connection> = {}): Connection => ({
  id: 'k1',
  status: 'pending',
  subject: 'mathematics',
  message: 'For the baccalaureate',
  preferredTimes: [],
  needs: { teacher: 'waiting', guardian: 'agreed', admin: 'none' },
  teacher: { id: 't', name: 'Sami Trabelsi', photo: null, governorateId: 15 },
  student: {
    id: 's',
    childId: null,
    name: 'Nour',
    minor: true,
    educationLevel: 'secondary',
    section: '',
    grade: 'secondary-4',
    governorateId: 15,
    details: null,
  },
  contact: null,
  lessons: null,
  requestedAt: '2026-11-20T09:00:00Z',
  expiresAt: '2026-11-23T09:00:00Z',
  decidedAt: null,
  adminReviewedAt: null,
  note: '',
  actions: ['accept', 'decline'],
  threadId: null,
  version: 1,
  ...more,
})

type Given = { box?: 'received' | 'sent'; rows?: Connection[]; refusal?: ApiError; language?: Language }

function open({ box = 'received', rows = [request()], refusal, language = 'en' }: Given = {}) {
  const moved = (status: Connection['status']) => () => {
    if (refusal) throw refusal
    return { success: true, data: { ...rows[0], status, actions: [] } }
  }
  const server = fakeApi({
    'GET /connections': () => ({
      success: true,
      data: rows,
      nextCursor: null,
      total: rows.length,
      pending: 1,
    }),
    'POST /connections/:id/accept': moved('approved'),
    'POST /connections/:id/decline': moved('declined'),
    'POST /connections/:id/end': moved('ended'),
  })
  const shown = show(
    <ToastRegion>
      <ConnectionList api={server.api} box={box} />
    </ToastRegion>,
    language,
  )
  return { ...server, ...shown }
}

// filters are kept in the address, so each test starts without them
beforeEach(() => history.replaceState(null, '', '/'))

describe('a closed request', () => {
  it('says that it expired, not that somebody decided', async () => {
    const decidedAt = new Date(Date.now() - 2 * 60_000).toISOString()
    open({ box: 'sent', rows: [request({ status: 'expired', decidedAt, actions: [] })] })
    expect(await screen.findByText(/Expired 2 minutes ago/)).toBeTruthy()
    expect(screen.queryByText(/Decided/)).toBeNull()
  })
})

describe('a student request', () => {
  it('shows which teacher asks, for which subject, and its deadline', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'Nour' })).toBeTruthy()
    expect(screen.getByText('Mathematics')).toBeTruthy()
    expect(screen.getByText('For the baccalaureate')).toBeTruthy()
    expect(screen.getByText(/Secondary, 4th Secondary · Sfax/)).toBeTruthy()
    expect(screen.getByText(/Waiting until 23 Nov 2026, 10:00 · Waiting for: teacher/)).toBeTruthy()
    expect(screen.getByText('Minor')).toBeTruthy()
  })

  it('shows what the learner wrote for the teacher', async () => {
    const details = {
      subjects: ['mathematics', 'other-subjects'],
      otherSubject: 'Chess',
      adultLearningType: 'exam-preparation',
      professionalCareer: '',
      englishLevel: '',
      additionalInfo: 'Dyslexia',
    }
    open({ rows: [request({ status: 'approved', student: { ...request().student, details } })] })
    const about = within(await screen.findByRole('region', { name: 'About the student' }))
    expect(about.getByText(/^Mathematics, .*, Chess$/)).toBeTruthy()
    expect(about.getByText('Exams and competitions')).toBeTruthy()
    expect(about.getByText('Dyslexia')).toBeTruthy()
    expect(about.queryByText('Profession')).toBeNull()
  })

  it('no longer names a minor once it is closed', async () => {
    const student = { ...request().student, name: '', educationLevel: '', grade: '', governorateId: null }
    open({ rows: [request({ status: 'ended', actions: [], student })] })
    expect(await screen.findByRole('heading', { name: 'A student' })).toBeTruthy()
  })

  it('is accepted with a note', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('button', { name: 'Accept: Nour, Mathematics' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Accept Nour?' }))
    await user.type(dialog.getByLabelText(/A note to the other person/), 'See you on Monday')
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('You have accepted Nour')).toBeTruthy()
    expect(asked('POST /connections/:id/accept')[0]).toMatchObject({
      params: { id: 'k1' },
      body: { note: 'See you on Monday' },
    })
  })

  it('offers only what the server allows', async () => {
    open({ rows: [request({ status: 'approved', actions: ['end'] })] })
    await screen.findByRole('heading', { name: 'Nour' })
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['End'])
  })

  it('decided elsewhere meanwhile says so, keeps the note and reloads', async () => {
    const refusal = new ApiError({
      status: 409,
      code: 'CONNECTION_STATE',
      message: 'This request is no longer in a state that allows this',
      errors: [],
      retryAfter: null,
      requestId: null,
      body: null,
    })
    const { user, asked } = open({ refusal })
    await user.click(await screen.findByRole('button', { name: /^Decline/ }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText(/A note/), 'Sorry')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await dialog.findByText('This request is no longer in a state that allows this')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/A note/).value).toBe('Sorry')
    await waitFor(() => expect(asked('GET /connections').length).toBe(2))
  })

  it('shows the learner the teacher, and contact details only when the server gives them', async () => {
    open({
      box: 'sent',
      rows: [
        request({ status: 'approved', actions: ['end'], contact: { phone: '+21620123456', email: '' } }),
      ],
    })
    expect(await screen.findByRole('heading', { name: 'Sami Trabelsi' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '+21620123456' }).getAttribute('href')).toBe('tel:+21620123456')
    expect(screen.queryByText(/mailto/)).toBeNull()
  })

  it('can be filtered by status', async () => {
    const { user, asked } = open()
    await user.selectOptions(await screen.findByLabelText('Status'), 'Expired')
    await waitFor(() =>
      expect(asked('GET /connections').at(-1)?.query).toEqual({ box: 'received', status: 'expired' }),
    )
  })

  it('is shown in Arabic', async () => {
    open({ language: 'ar' })
    expect(await screen.findByRole('button', { name: 'قبول: \u2068Nour\u2069، الرياضيات' })).toBeTruthy()
  })
})

describe('the quota of a free teacher', () => {
  const quota = (more: object = {}) => ({ plan: 'free', used: 3, limit: 5, upgrade: null, ...more })

  it('shows how many of five are used and sends a free upgrade request', async () => {
    let data = quota()
    const server = fakeApi({
      'GET /me/quota': () => ({ success: true, data }),
      'POST /me/upgrade-request': () => {
        data = quota({ upgrade: { status: 'open', at: '2026-11-21T09:00:00Z' } })
        return { success: true, data }
      },
    })
    const { user } = show(<QuotaCard api={server.api} />)
    expect(await screen.findByText('3 of 5 used', { selector: 'strong' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Upgrade to Unlimited' }))
    await user.type(screen.getByLabelText(/Why you take more students/), 'Full every week')
    await user.click(screen.getByRole('button', { name: 'Ask for the upgrade' }))
    expect(await screen.findByText(/reviewing your upgrade request of 21 November 2026/)).toBeTruthy()
    expect(server.asked('POST /me/upgrade-request')[0]?.body).toEqual({ reason: 'Full every week' })
    expect(screen.queryByRole('button', { name: 'Upgrade to Unlimited' })).toBeNull()
  })

  it('is hidden for an unlimited teacher', async () => {
    const server = fakeApi({
      'GET /me/quota': () => ({ success: true, data: quota({ plan: 'unlimited', used: 12, limit: null }) }),
    })
    show(<QuotaCard api={server.api} />)
    expect(await screen.findByText('12 in use, without a limit')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
