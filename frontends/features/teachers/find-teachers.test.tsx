import type { ApiError } from '@darsi/client/api/api-error.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { gridSlots, isLunchHour } from '@darsi/contracts/reference/hours.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { consentTexts, consentTextVersion } from '@darsi/contracts/texts/consent-texts.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { FindTeachers } from './find-teachers.tsx'

const teacher = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  photo: null,
  governorateId: 15,
  delegationId: null,
  subjects: ['mathematics', 'physics'],
  otherLanguage: '',
  otherSubjects: '',
  levels: ['secondary'],
  sections: [],
  languages: ['ar', 'fr'],
  sessionTypes: ['online'],
  hourlyRate: 35,
  experienceLevel: 'expert',
  bio: 'I teach with patience.',
  checks: [{ kind: 'address', at: '2026-11-01T08:00:00.000Z' }],
  rating: 4.6,
  reviewCount: 12,
  answerHours: 3,
  offeredHours: 10,
  freeDays: [1, 3],
  totalStudents: 4,
  isOnline: true,
  isNew: false,
  radiusKm: null,
  reachable: true,
  full: false,
  favourite: false,
  distanceKm: 4,
  sharedHours: 2,
  score: 80,
  reasons: [
    { kind: 'shared-hours', value: 2, points: 20 },
    { kind: 'distance', value: 4, points: 15 },
    { kind: 'online', value: null, points: 0 },
  ],
  ...more,
})

const reviews = [
  { id: 'r1', rating: 5, comment: 'Very clear', answer: 'Thank you', month: '2026-11', reviewer: 'Nour' },
  { id: 'r2', rating: 3, comment: '', answer: '', month: '2026-03', reviewer: null },
]

type Given = {
  role?: 'student' | 'parent'
  language?: Language
  refusal?: ApiError
  /** Refuses the first attempt only. */
  once?: boolean
  children?: object[]
  /** How often the children cannot be loaded. */
  lostChildren?: number
  roleData?: Record<string, unknown>
  outOfReach?: number
  needs?: { birthYear: boolean; guardian: boolean; minor: boolean }
  waitingRequests?: object[]
  connections?: object[]
  guardian?: object | null
  /** So many calls for the guardian fail first. */
  lostGuardian?: number
}

function open({
  role = 'student',
  language = 'en',
  refusal,
  once = false,
  children = [],
  ...given
}: Given = {}) {
  let { lostChildren = 0 } = given
  const { roleData = {}, outOfReach = 0, waitingRequests = [], connections = [] } = given
  const { needs = { birthYear: false, guardian: false, minor: false } } = given
  let asked = 0
  let { guardian = null, lostGuardian = 0 } = given
  const everybody = [
    teacher('a', 'Amel Ben Salah'),
    teacher('b', 'Sami Trabelsi', {
      ...{ rating: null, reviewCount: 1, full: true },
      reasons: [{ kind: 'full', value: null, points: 0 }],
    }),
  ]
  const server = fakeApi({
    'GET /teachers': ({ query = {} }) => {
      const nobody = query['name'] === 'nobody'
      const page = query['cursor'] === undefined ? everybody.slice(0, 1) : everybody.slice(1)
      return {
        success: true,
        data: nobody ? [] : page,
        total: nobody ? 0 : 2,
        outOfReach: query['reach'] === 'anywhere' ? 0 : outOfReach,
        nextCursor: nobody || query['cursor'] !== undefined ? null : 'next',
        relax: nobody ? [{ filter: 'name', total: 2 }] : [],
        byGovernorate: { 15: 2 },
      }
    },
    'GET /teachers/:id': () => ({ success: true, data: { ...everybody[0], slots: [109, 110, 216] } }),
    'GET /teachers/:id/reviews': ({ query }) => ({
      success: true,
      data: query?.['cursor'] === 'r1' ? [reviews[1]] : [reviews[0]],
      nextCursor: query?.['cursor'] === 'r1' ? null : 'r1',
      total: 2,
    }),
    'GET /availability/teacher': () => ({
      success: true,
      data: gridSlots.map((slot) => ({
        ...slot,
        isAvailable: slot.day === 1 && slot.hour < 10,
        isLunchBreak: isLunchHour(slot.hour),
        hasConflict: false,
      })),
      savedAt: null,
      weeklyPercentage: 3,
      monday: null,
    }),
    'GET /favorites': () => ({ success: true, data: [] }),
    'GET /children': () => {
      if (lostChildren-- > 0) throw refused(0, 'NETWORK', 'Network error')
      return { success: true, data: children }
    },
    'PUT /favorites/:teacherId': () => ({ success: true }),
    'POST /connections': () => {
      asked += 1
      if (refusal && !(once && asked > 1)) throw refusal
      return { success: true, data: {} }
    },
    'GET /me/guardian': () => {
      if (lostGuardian-- > 0) throw refused(503, 'BUSY', 'Guardians cannot be loaded')
      return { success: true, data: guardian }
    },
    'POST /me/guardian': ({ body }) => {
      const sentAt = new Date().toISOString()
      // `as`: the form sends an address
      guardian = { state: 'waiting', ...(body as { email: string }), sentAt, expiresAt: sentAt }
      return { success: true }
    },
    'GET /me/request-needs': () => ({ success: true, data: needs }),
    'GET /me/waiting-requests': () => ({ success: true, data: waitingRequests }),
    'POST /me/waiting-requests': () => ({ success: true, data: {} }),
    'POST /me/waiting-requests/:id/send': () => ({ success: true, data: { connectionId: 'k' } }),
    'GET /connections': () => ({
      success: true,
      data: connections,
      nextCursor: null,
      total: connections.length,
      pending: 0,
    }),
    'GET /connections/:id/alternatives': () => ({ success: true, data: [teacher('z', 'Zied Gharbi')] }),
    'GET /me/profile': () => ({ success: true, data: { version: 3, roleData } }),
    'PATCH /me/profile': () => ({ success: true, data: {} }),
  })
  const shown = show(
    <ToastRegion>
      <FindTeachers api={server.api} title="Find Teachers" seeker={role} onMessages={() => {}} />
    </ToastRegion>,
    language,
  )
  return { ...server, ...shown }
}
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const found = heading.closest('article')
  if (found === null) throw new Error(`${name} has no card`)
  return within(found)
}
const refused = (status: number, code: string, message: string) => refusal({ status, code, message })

const school = { educationLevel: 'primary', grade: 'primary-3', section: '', subjects: ['french'] }
const children = [
  { id: 'c1', firstName: 'Yassine', ...school },
  {
    ...{ id: 'c2', firstName: 'Meriem', educationLevel: 'secondary', grade: 'secondary-4' },
    ...{ section: 'letters', subjects: ['philosophy', 'history'] },
  },
]

// filters are kept in the address, so each test starts without them
beforeEach(() => history.replaceState(null, '', '/'))

describe('the first search', () => {
  it('uses the subject and level of the student, and a click removes them', async () => {
    const { user, asked } = open({ roleData: { educationLevel: 'secondary', subjects: ['Mathématiques'] } })
    await card('Amel Ben Salah')
    expect(asked('GET /teachers').at(-1)?.query).toEqual({ subject: 'mathematics', level: 'secondary' })
    await user.click(screen.getByRole('button', { name: 'Remove: Secondary' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({ subject: 'mathematics' }))
  })

  it('is for one child, and a click changes to the other child', async () => {
    const { user, asked } = open({ role: 'parent', children })
    await card('Amel Ben Salah')
    expect(asked('GET /teachers').at(-1)?.query).toEqual({ subject: 'french', level: 'primary' })
    await user.click(screen.getByRole('radio', { name: 'Meriem' }))
    await waitFor(() =>
      expect(asked('GET /teachers').at(-1)?.query).toEqual({
        subject: 'philosophy',
        level: 'secondary',
        section: 'letters',
      }),
    )
  })

  it('leaves out teachers who are too far away, says how many they are and shows them on request', async () => {
    const { user, asked } = open({ outOfReach: 3 })
    expect(await screen.findByText(/^3 more teachers match, but they only teach face to face/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show them too' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({ reach: 'anywhere' }))
    await waitFor(() => expect(screen.queryByText(/^3 more teachers/)).toBeNull())
  })

  it('includes online teachers within a distance until that is switched off', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.selectOptions(screen.getByLabelText('Distance'), 'Within 20 km')
    await waitFor(() =>
      expect(asked('GET /teachers').at(-1)?.query).toEqual({ radius: '20', reach: 'or-online' }),
    )
    await user.click(screen.getByRole('checkbox', { name: 'Or online' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({ radius: '20' }))
  })
})

describe('finding a teacher', () => {
  it('shows the best matches with the reasons, and no rating below three reviews', async () => {
    const { user } = open()
    const amel = await card('Amel Ben Salah')
    expect(
      within(amel.getByRole('list', { name: 'Why this teacher' }))
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(['2 free hours shared with you', '4 km from you', 'Teaches online'])
    expect(amel.getByText('TND 35 / hour')).toBeTruthy()
    expect(amel.getByText('Free on Mon, Wed · 10 hours a week · 4 students so far')).toBeTruthy()
    expect(amel.getByText('Online')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    const sami = await card('Sami Trabelsi')
    for (const absent of ['No rating yet', 'Full', 'No free place now'])
      expect(sami.getByText(absent)).toBeTruthy()
    expect(screen.getByText('2 teachers')).toBeTruthy()
  })

  it('sends the chosen filters, and clears the delegation with the governorate', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.selectOptions(screen.getByLabelText('Subject'), 'Mathematics')
    await user.selectOptions(screen.getByLabelText('Governorate'), 'Sfax')
    await user.selectOptions(screen.getByLabelText('Delegation'), 'Sfax Sud')
    await user.selectOptions(screen.getByLabelText('Hour'), '17:00')
    await waitFor(() =>
      expect(asked('GET /teachers').at(-1)?.query).toEqual({
        subject: 'mathematics',
        governorate: '15',
        delegation: '2',
        hour: '17',
      }),
    )
    await user.selectOptions(screen.getByLabelText('Governorate'), 'Tunis')
    await waitFor(() =>
      expect(asked('GET /teachers').at(-1)?.query).toEqual({
        subject: 'mathematics',
        governorate: '1',
        hour: '17',
      }),
    )
  })

  it('filters by a click on the map, and removes the filter by another click', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.click(screen.getByRole('option', { name: 'Sfax: 2' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({ governorate: '15' }))
    await user.click(screen.getByRole('option', { name: 'Sfax: 2' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({}))
  })

  it('proposes which filter to drop when no teacher matches', async () => {
    const { user } = open()
    await card('Amel Ben Salah')
    await user.type(screen.getByLabelText('Name'), 'nobody')
    await user.click(await screen.findByRole('button', { name: 'Without “Name”: 2 teachers' }))
    expect(await card('Amel Ben Salah')).toBeTruthy()
  })

  it('shows a teacher’s reviews page by page, with the answers', async () => {
    const { user } = open()
    await user.click(
      (await card('Amel Ben Salah')).getByRole('link', { name: 'See profile: Amel Ben Salah' }),
    )
    const heading = await screen.findByRole('heading', { name: 'Reviews' })
    const shown = within(heading.closest('section') ?? document.body)
    await user.click(await shown.findByRole('button', { name: 'Load more' }))
    expect(await shown.findByText('2 of 2')).toBeTruthy()
    expect(shown.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      '5.0 out of 55.0Nour\u00a0· November 2026Very clearTeacher’s reply: Thank you',
      '3.0 out of 53.0Name not shown\u00a0· March 2026',
    ])
  })

  it('loads no reviews while a teacher has no rating', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await user.click((await card('Sami Trabelsi')).getByRole('link', { name: /^See profile/ }))
    await screen.findByText('I teach with patience.', { selector: '.ds-teacher-story' })
    expect(asked('GET /teachers/:id/reviews')).toEqual([])
  })

  it('saves a favourite', async () => {
    const { user, asked } = open()
    const amel = await card('Amel Ben Salah')
    await user.click(amel.getByRole('button', { name: 'Add Amel Ben Salah to the favourites' }))
    expect(amel.getByRole('button', { name: 'Remove Amel Ben Salah from the favourites' })).toBeTruthy()
    expect(asked('PUT /favorites/:teacherId')[0]?.params).toEqual({ teacherId: 'a' })
  })

  it('compares the teacher’s hours with the caller’s, and returns to the list', async () => {
    const { user } = open()
    await user.click(
      (await card('Amel Ben Salah')).getByRole('link', { name: 'See profile: Amel Ben Salah' }),
    )
    expect(await screen.findByText('1 hour a week is free for both of you')).toBeTruthy()
    const row = screen.getByRole('rowheader', { name: '9:00' }).closest('tr')
    expect(row?.querySelector('td')?.textContent).toBe('free for both')
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('See profile: Amel Ben Salah')
  })
})

describe('asking a teacher', () => {
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click(
      (await card('Amel Ben Salah')).getByRole('button', { name: 'Ask for lessons: Amel Ben Salah' }),
    )
    return within(await screen.findByRole('dialog', { name: 'Ask Amel Ben Salah for lessons' }))
  }

  it('sends subject and message', async () => {
    const { user, asked } = open()
    const dialog = await ask(user)
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(dialog.getByText('Please choose a subject')).toBeTruthy()
    // an adult is not asked for a consent
    expect(dialog.queryByText(/^Text version/)).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.type(dialog.getByLabelText(/Your message/), 'For the baccalaureate')
    await user.click(dialog.getByLabelText('Monday morning'))
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(await screen.findByText(/Your request was sent to Amel Ben Salah/)).toBeTruthy()
    expect(asked('POST /connections')[0]?.body).toEqual({
      teacherId: 'a',
      subject: 'physics',
      message: 'For the baccalaureate',
      preferredTimes: ['1-morning'],
    })
  })

  it('shows a refusal and keeps the typed text', async () => {
    const { user } = open({
      refusal: refused(409, 'REQUESTS_FULL', 'Five requests are already waiting for an answer'),
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.type(dialog.getByLabelText(/Your message/), 'Hello')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(await dialog.findByText('Five requests are already waiting for an answer')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Your message/).value).toBe('Hello')
  })

  it('asks for the year of birth if required, and sends the request with it', async () => {
    const { user, asked } = open({
      refusal: refused(403, 'BIRTH_YEAR_REQUIRED', 'Tell your year'),
      once: true,
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await user.type(await dialog.findByLabelText(/Your year of birth/), '1999')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(await screen.findByText(/Your request was sent to Amel Ben Salah/)).toBeTruthy()
    expect(asked('PATCH /me/profile')[0]?.body).toEqual({ version: 3, roleData: { birthYear: 1999 } })
    expect(asked('POST /connections')).toHaveLength(2)
  })

  it('lets a minor name a guardian if required', async () => {
    const { user, asked } = open({
      refusal: refused(403, 'GUARDIAN_CONSENT_REQUIRED', 'A parent has to be linked'),
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await user.type(
      await dialog.findByLabelText('Email address of your parent or guardian'),
      'mum@example.tn',
    )
    await user.click(dialog.getByRole('button', { name: 'Send the link' }))
    expect(await dialog.findByText(/We wrote to mum@example.tn/)).toBeTruthy()
    expect(dialog.getByText(/^Your request is saved/)).toBeTruthy()
    expect(asked('POST /me/guardian')[0]?.body).toEqual({ email: 'mum@example.tn' })
    // the address is not asked for again
    expect(dialog.queryByLabelText('Email address of your parent or guardian')).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Language of the email'), 'Français')
    await user.click(dialog.getByRole('button', { name: 'Send it again' }))
    await waitFor(() =>
      expect(asked('POST /me/guardian')[1]?.body).toEqual({ email: 'mum@example.tn', language: 'fr' }),
    )
    const shared = dialog.getByRole('link', { name: 'Tell them on WhatsApp' }).getAttribute('href') ?? ''
    expect(shared).toMatch(/^https:\/\/wa\.me\/\?text=/)
    expect(shared).not.toMatch(/mum|token|Amel/)
    await user.click(dialog.getByRole('button', { name: 'Use another address' }))
    expect(dialog.getByLabelText('Email address of your parent or guardian')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back' }))
    expect(dialog.getByText(/We wrote to mum@example.tn/)).toBeTruthy()
    // the kept request could not be sent again, so its fields are not offered
    expect(dialog.queryByLabelText('Which subject?')).toBeNull()
  })

  it('loads the form for the guardian again after a failure', async () => {
    const { user } = open({
      refusal: refused(403, 'GUARDIAN_CONSENT_REQUIRED', 'A parent has to be linked'),
      lostGuardian: 1,
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await dialog.findByText('Guardians cannot be loaded')
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByLabelText('Email address of your parent or guardian')).toBeTruthy()
  })

  it('lets a minor name another guardian when the one who accepted the link is none', async () => {
    const at = new Date().toISOString()
    const { user, asked } = open({
      refusal: refused(403, 'GUARDIAN_CONSENT_REQUIRED', 'A parent has to be linked'),
      guardian: { state: 'expired', email: '', sentAt: at, expiresAt: at },
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(
      await dialog.findByText(/^The person who accepted your link is no longer your guardian/),
    ).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Send it again' })).toBeNull()
    await user.type(dialog.getByLabelText('Email address of your parent or guardian'), 'dad@example.tn')
    await user.click(dialog.getByRole('button', { name: 'Send the link' }))
    expect(await dialog.findByText(/We wrote to dad@example.tn/)).toBeTruthy()
    expect(asked('POST /me/guardian')[0]?.body).toEqual({ email: 'dad@example.tn' })
  })

  it('to a full teacher says so first, and joins the waiting list', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    const sami = await card('Sami Trabelsi')
    await user.click(sami.getByRole('button', { name: 'Join the waiting list: Sami Trabelsi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Waiting list of Sami Trabelsi' }))
    expect(dialog.getByText(/keep the place for you for 24 hours/)).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.click(dialog.getByRole('button', { name: 'Join the waiting list' }))
    expect(await screen.findByText('You are on the waiting list of Sami Trabelsi.')).toBeTruthy()
    expect(asked('POST /me/waiting-requests')[0]?.body).toEqual({
      ...{ teacherId: 'b', subject: 'physics', message: '', preferredTimes: [] },
    })
    expect(asked('POST /connections')).toEqual([])
  })

  it('says what is required before anything is typed', async () => {
    const { user } = open({ needs: { birthYear: true, guardian: true, minor: true } })
    const dialog = await ask(user)
    expect(await dialog.findByText(/^Your parent or guardian has to be linked first/)).toBeTruthy()
    expect(dialog.getByLabelText(/Your year of birth/)).toBeTruthy()
  })

  it('offers a retry when the children could not be loaded, and does not ask to add a child', async () => {
    const { user } = open({ role: 'parent', children, lostChildren: 1 })
    const dialog = await ask(user)
    expect(dialog.getByText('Network error')).toBeTruthy()
    expect(dialog.queryByText(/^Add your child/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    const child = await dialog.findByLabelText<HTMLSelectElement>('For which child?')
    expect(child.value).toBe('c1')
  })

  it('lets a parent ask for one of the children', async () => {
    const { user, asked } = open({
      role: 'parent',
      children,
    })
    const dialog = await ask(user)
    expect(dialog.getByLabelText<HTMLSelectElement>('For which child?').value).toBe('c1')
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    expect(dialog.getByText(consentTexts.connect.en)).toBeTruthy()
    expect(dialog.getByText(consentTexts.messages.en)).toBeTruthy()
    expect(dialog.getByText(consentTexts.video.en)).toBeTruthy()
    expect(dialog.getByText(`Text version ${consentTextVersion}`)).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText('For which child?'), 'Meriem')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await waitFor(() => expect(asked('POST /connections')[0]?.body).toMatchObject({ childId: 'c2' }))
  })
})

describe('my requests', () => {
  const party = { id: 't', name: 'Karim Jaziri', governorateId: 15 }
  const declined = {
    ...{
      id: 'k1',
      status: 'declined',
      subject: 'mathematics',
      message: '',
      preferredTimes: [],
      teacher: party,
      note: '',
    },
    needs: { teacher: 'refused', guardian: 'none', admin: 'none' },
    student: { id: 's', childId: null, name: 'Amal', minor: false, details: null, governorateId: 1 },
    ...{ contact: null, lessons: null, requestedAt: '2026-11-20T08:00:00.000Z', expiresAt: null },
    ...{
      decidedAt: '2026-11-21T08:00:00.000Z',
      adminReviewedAt: null,
      actions: [],
      threadId: null,
      version: 2,
    },
  }
  const waiting = {
    teacher: party,
    childId: null,
    subject: 'mathematics',
    message: '',
    since: '2026-11-20T08:00:00.000Z',
  }

  it('show unsent requests: the position on the waiting list, the offered place, the missing guardian', async () => {
    const { user, asked } = open({
      waitingRequests: [
        { ...waiting, id: 'w1', waitsFor: 'place', position: 2, offeredUntil: null },
        {
          ...{ ...waiting, id: 'w2', teacher: { id: 'u', name: 'Rim Ayari' } },
          ...{ waitsFor: 'place', position: null, offeredUntil: '2026-11-23T08:00:00.000Z' },
        },
        { ...waiting, id: 'w3', waitsFor: 'guardian', position: null, offeredUntil: null },
      ],
    })
    await user.click(screen.getByRole('radio', { name: 'My requests' }))
    expect(await screen.findByText('Number 2 on the waiting list')).toBeTruthy()
    expect(screen.getByText(/^Waiting for your parent or guardian/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send the request: Rim Ayari' }))
    await waitFor(() => expect(asked('POST /me/waiting-requests/:id/send')[0]?.params).toEqual({ id: 'w2' }))
  })

  it('of a parent name the child', async () => {
    const offered = { waitsFor: 'place', position: null, offeredUntil: '2026-11-23T08:00:00.000Z' }
    const { user, asked } = open({
      role: 'parent',
      children,
      waitingRequests: [
        { ...waiting, ...offered, id: 'w1', childId: 'c1' },
        { ...waiting, ...offered, id: 'w2', childId: 'c2' },
      ],
    })
    await user.click(screen.getByRole('radio', { name: 'My requests' }))
    await user.click(await screen.findByRole('button', { name: 'Send the request: Karim Jaziri · Meriem' }))
    await waitFor(() => expect(asked('POST /me/waiting-requests/:id/send')[0]?.params).toEqual({ id: 'w2' }))
    expect(screen.getByText('Meriem')).toBeTruthy()
  })

  it('replace the button of their teacher, whose list is joined only once', async () => {
    const { user } = open({
      waitingRequests: [
        {
          ...{ ...waiting, id: 'w1', teacher: { id: 'a', name: 'Amel Ben Salah' } },
          ...{ waitsFor: 'place', position: 2, offeredUntil: null },
        },
      ],
    })
    const amel = await card('Amel Ben Salah')
    expect(await amel.findByText('Number 2 on the waiting list')).toBeTruthy()
    expect(amel.queryByRole('button', { name: /^Ask for lessons/ })).toBeNull()
    await user.click(amel.getByRole('button', { name: 'My requests Amel Ben Salah' }))
    expect(await screen.findByRole('heading', { name: 'Not sent yet' })).toBeTruthy()
  })

  it('that were sent replace it too, and say who has to answer', async () => {
    const sent = {
      ...{ ...declined, teacher: { id: 'a', name: 'Amel Ben Salah', governorateId: 1 }, status: 'pending' },
      needs: { teacher: 'waiting', guardian: 'none', admin: 'waiting' },
    }
    const { user } = open({ connections: [sent] })
    const amel = await card('Amel Ben Salah')
    expect(await amel.findByText('Asked · waiting for: teacher and administrator')).toBeTruthy()
    expect(amel.queryByRole('button', { name: /^Ask for lessons/ })).toBeNull()
    expect(amel.getByRole('button', { name: 'Ask for another subject: Amel Ben Salah' })).toBeTruthy()
    await user.click(amel.getByRole('button', { name: 'My requests Amel Ben Salah' }))
    expect(await screen.findByText('Waiting for: teacher and administrator', { exact: false })).toBeTruthy()
  })

  it('suggest other teachers below a declined request', async () => {
    const { user } = open({ connections: [declined] })
    await user.click(screen.getByRole('radio', { name: 'My requests' }))
    expect(await screen.findByText('You could ask one of these teachers')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ask for lessons: Zied Gharbi' }))
    expect(await screen.findByRole('dialog', { name: 'Ask Zied Gharbi for lessons' })).toBeTruthy()
  })
})

describe('finding a teacher in Arabic', () => {
  it('shows every text in Arabic', async () => {
    open({ language: 'ar' })
    expect((await card('Amel Ben Salah')).getByText('ساعتا فراغ مشتركتان')).toBeTruthy()
  })
})
