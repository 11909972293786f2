import { ApiError } from '@darsi/client/api/api-error.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { consentTexts, consentTextVersion } from '@darsi/contracts/texts/consent-texts.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { Child } from './child.ts'
import { ChildSummaries } from './child-summaries.tsx'
import { ChildrenPanel } from './children-panel.tsx'

const yassine: Child = {
  id: 'c1',
  firstName: 'Yassine',
  birthYear: new Date().getFullYear() - 9,
  educationLevel: 'primary',
  section: '',
  grade: 'primary-3',
  schoolType: 'public',
  educationalProgram: 'tunisian',
  subjects: ['mathematics'],
  additionalInfo: '',
  accountId: null,
  guardians: [{ id: 'p', name: 'Amina' }],
  activeConnections: 1,
  currentTeachers: [{ id: 't', name: 'Sami Trabelsi' }],
  version: 4,
}
const consent = {
  id: 'g1',
  childId: 'c1',
  purpose: 'messages',
  teacherId: null,
  teacherName: '',
  textVersion: '1',
  by: 'p',
  givenAt: '2026-11-01T09:00:00Z',
  withdrawnAt: null,
  waitsFor: null as 'you' | 'another' | null,
}
const listedTeacher = {
  ...{ id: 't', name: 'Sami Trabelsi', photo: null, governorateId: 15, delegationId: null },
  ...{ subjects: ['physics'], otherLanguage: '', otherSubjects: '', levels: ['secondary'], sections: [] },
  ...{ languages: ['fr'], sessionTypes: ['online'], hourlyRate: 35, experienceLevel: null, bio: 'Patient.' },
  checks: [{ kind: 'identity', at: '2026-11-01T08:00:00.000Z' }],
  ...{ rating: 4.6, reviewCount: 12, offeredHours: 10, freeDays: [1], totalStudents: 4 },
}
const review = { id: 'r1', rating: 5, comment: 'Explains well', answer: '', month: '2026-10', reviewer: null }
const asksConsent = {
  id: 'k1',
  status: 'pending',
  subject: 'physics',
  message: '',
  preferredTimes: [],
  needs: { teacher: 'agreed', guardian: 'waiting', admin: 'waiting' },
  teacher: { id: 't', name: 'Sami Trabelsi', governorateId: 15 },
  student: {
    id: 's',
    childId: 'c1',
    name: 'Yassine',
    minor: true,
    educationLevel: '',
    grade: '',
    governorateId: 15,
    details: null,
  },
  contact: null,
  lessons: null,
  requestedAt: '2026-11-20T09:00:00Z',
  expiresAt: null,
  decidedAt: null,
  adminReviewedAt: null,
  note: '',
  actions: ['consent', 'decline'],
  threadId: null,
  version: 1,
}

function open({
  children = [yassine],
  waiting = [] as object[],
  stale = false,
  changes = [] as object[],
  lostAnswers = 0,
  isBusy = false,
  given = [consent],
} = {}) {
  // the first call of each of the two fails
  const busy = new Set(isBusy ? ['changes', 'connections'] : [])
  const refuseOnce = (call: string) => {
    if (busy.delete(call)) throw refusal({ status: 503, message: `No ${call} now` })
  }
  let list = children
  let consents = given
  const server = fakeApi({
    'GET /teachers/:id': () => ({ success: true, data: listedTeacher }),
    'GET /teachers/:id/reviews': () => ({ success: true, data: [review], nextCursor: null, total: 1 }),
    'GET /children': () => ({ success: true, data: list }),
    'GET /sessions/children': () => ({
      success: true,
      data: [
        {
          ...{ childId: 'c1', completed: 7, upcoming: 0, reports: 3, averageEffort: 4, nextLessonAt: null },
          lastLessonAt: '2026-11-20T16:00:00Z',
        },
      ],
    }),
    'GET /children/changes': () => {
      refuseOnce('changes')
      return { success: true, data: changes }
    },
    'POST /children/changes/:id/object': () => {
      changes = []
      return { success: true }
    },
    'GET /consents': () => ({ success: true, data: consents }),
    'GET /connections': () => {
      refuseOnce('connections')
      return { success: true, data: waiting, nextCursor: null, total: 0, pending: 0 }
    },
    'POST /children': ({ body }) => {
      // `as`: the form sends the body that the contract declares
      const added = { ...yassine, id: 'c2', ...(body as object) }
      list = [...list.filter(({ id }) => id !== added.id), added]
      if (lostAnswers-- > 0) throw refusal({ status: 0, message: 'Network error' })
      return { success: true, data: added }
    },
    'PATCH /children/:id': ({ body }) => {
      if (stale && JSON.stringify(body).includes('"version":4')) {
        list = [{ ...yassine, version: 7 }]
        throw new ApiError({
          status: 409,
          code: 'STALE_VERSION',
          message: 'Changed elsewhere',
          errors: [],
          retryAfter: null,
          requestId: null,
          body: null,
        })
      }
      return { success: true, data: yassine }
    },
    'DELETE /children/:id': () => {
      list = []
      return { success: true }
    },
    'POST /children/:id/guardians': () => ({
      success: true,
      data: { code: 'K7QF-3ZPD', expiresAt: '2026-11-23T09:00:00Z' },
    }),
    'POST /children/link': () => ({ success: true, data: yassine }),
    'POST /consents': () => ({ success: true, data: consent }),
    'DELETE /consents/:id': () => {
      consents = []
      return { success: true }
    },
    'POST /connections/:id/consent': () => ({
      success: true,
      data: { ...asksConsent, status: 'approved', actions: [] },
    }),
  })
  const shown = show(
    <ToastRegion>
      <ChildrenPanel api={server.api} title="My Children" />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}

describe('My Children', () => {
  const change = {
    ...{ id: 'age-c1', kind: 'age', childId: 'c1', childName: 'Yassine', person: 'Amina' },
    ...{ from: 2017, to: 2005, waitingFor: ['Nour'], waitsForAdmin: true },
    ...{ askedAt: '2026-11-20T09:00:00Z', notBefore: '2026-11-23T09:00:00Z' },
    ...{ expiresAt: '2026-12-20T09:00:00Z', actions: ['agree', 'object'] },
  }

  it('shows changes that need an agreement; the mailed link scrolls there, and one click objects', async () => {
    history.replaceState(null, '', '?tab=my-children&change=age-c1')
    const { user, asked } = open({ changes: [change] })
    await waitFor(() => expect(document.activeElement?.textContent).toContain('from 2017 to 2005'))
    history.replaceState(null, '', '?')
    expect(await screen.findByText(/change the year of birth from 2017 to 2005/)).toBeTruthy()
    expect(screen.getByText('Waiting for: Nour and an administrator')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Object/ }))
    await waitFor(() => expect(screen.queryByText('Waiting for agreement')).toBeNull())
    expect(asked('POST /children/changes/:id/object')[0]?.params).toEqual({ id: 'age-c1' })
  })

  it('says when changes and requests cannot be loaded, and loads them again', async () => {
    const { user } = open({ changes: [change], waiting: [asksConsent], isBusy: true })
    for (const call of ['changes', 'connections']) {
      await screen.findByText(`No ${call} now`)
      await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body)
    }
    expect(await screen.findByText(/change the year of birth from 2017 to 2005/)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Your consent is asked' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('focuses the child that the address of a notice names', async () => {
    history.replaceState(null, '', '?tab=my-children&child=c1')
    open()
    await waitFor(() => expect(document.activeElement?.className).toContain('ds-linked-item'))
    expect(
      within(document.activeElement as HTMLElement).getByRole('heading', { name: /Yassine/ }),
    ).toBeTruthy()
    history.replaceState(null, '', '?')
  })

  it('shows each child with level, grade, subjects and teachers', async () => {
    open()
    const card = within(
      (await screen.findByRole('heading', { name: /Yassine/ })).closest('li') ?? document.body,
    )
    for (const text of ['9', 'Primary', 'Grade 3', 'Public', 'Mathematics', 'Sami Trabelsi']) {
      expect(card.getByText(text)).toBeTruthy()
    }
    await waitFor(() => expect(card.getByText('Lessons held').nextElementSibling?.textContent).toBe('7'))
    expect(card.getByText('Progress reports').nextElementSibling?.textContent).toBe('3')
    expect(card.queryByText('Next lesson')).toBeNull()
  })

  it('counts the lessons of a child again when one changes', async () => {
    const { api, asked } = open()
    await screen.findByText('Lessons held')
    act(() => invalidate(api, 'lesson'))
    await waitFor(() => expect(asked('GET /sessions/children')).toHaveLength(2))
  })

  it('adds a child with first name and birth year, grades by level', async () => {
    const { user, asked } = open({ children: [] })
    await user.click(await screen.findByRole('button', { name: 'Add a child' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add a child' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please give the first name')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('First name'))
    await user.type(dialog.getByLabelText('First name'), 'Meriem')
    await user.type(dialog.getByLabelText('Year of birth'), '2014')
    await user.selectOptions(dialog.getByLabelText('Education level'), 'College')
    await user.selectOptions(dialog.getByLabelText(/^Grade/), '7th College')
    await user.click(dialog.getByLabelText('French'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Meriem is added')).toBeTruthy()
    expect(asked('POST /children')[0]?.body).toEqual({
      firstName: 'Meriem',
      birthYear: 2014,
      educationLevel: 'college',
      grade: 'college-7',
      section: '',
      schoolType: '',
      educationalProgram: '',
      subjects: ['french'],
      additionalInfo: '',
    })
    expect(await screen.findByRole('heading', { name: /Meriem/ })).toBeTruthy()
  })

  it('adds with the same idempotency key after a lost answer', async () => {
    const { user, asked } = open({ children: [], lostAnswers: 1 })
    await user.click(await screen.findByRole('button', { name: 'Add a child' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add a child' }))
    await user.type(dialog.getByLabelText('First name'), 'Meriem')
    await user.type(dialog.getByLabelText('Year of birth'), '2014')
    await user.selectOptions(dialog.getByLabelText('Education level'), 'College')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Network error')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Meriem is added')
    const keys = asked('POST /children').map((call) => Reflect.get(call, 'idempotencyKey'))
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  it('keeps the typed text after a conflict with another tab, and overwrites the newer values on request', async () => {
    const { user, asked } = open({ stale: true })
    await user.click(await screen.findByRole('button', { name: 'Edit: Yassine' }))
    await user.type(screen.getByLabelText('First name'), ' Ben')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Keep mine and save again' }))
    await screen.findByText('Yassine Ben is saved')
    expect(asked('PATCH /children/:id').at(-1)?.body).toMatchObject({ firstName: 'Yassine Ben', version: 7 })
  })

  it('asks before it removes a child', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Remove: Yassine' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('No child yet')).toBeTruthy()
  })

  it('creates a code for the other parent, and accepts one, also as a pasted link', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('button', { name: 'Invite the other parent: Yassine' }))
    expect(await screen.findByText('K7QF-3ZPD')).toBeTruthy()
    const [closing] = screen.getAllByRole('button', { name: 'Close' })
    if (closing) await user.click(closing)
    await user.click(screen.getByRole('button', { name: 'Link a child' }))
    await user.click(screen.getByRole('button', { name: 'Link' }))
    expect(screen.getByText('Please give the code or the link')).toBeTruthy()
    expect(asked('POST /children/link')).toEqual([])
    await user.type(screen.getByLabelText('Code or link'), 'https://darsi.example/children/link?token=abc')
    await user.click(screen.getByRole('button', { name: 'Link' }))
    expect(await screen.findByText('Yassine is linked with your account')).toBeTruthy()
    expect(asked('POST /children/link')[0]?.body).toEqual({ token: 'abc' })
  })

  it('shows requests that wait for the guardian first, and agrees to one', async () => {
    const { user, asked } = open({ waiting: [asksConsent] })
    expect(await screen.findByRole('heading', { name: 'Your consent is asked' })).toBeTruthy()
    // with open eyes: price, checks, what others said, the whole profile, and who else agreed
    expect(await screen.findByText('Explains well')).toBeTruthy()
    expect(screen.getByText(/35/)).toBeTruthy()
    expect(screen.getByText(/^Identity/)).toBeTruthy()
    expect(screen.getByText('The teacher has agreed')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See profile: Sami Trabelsi' }).getAttribute('href')).toBe(
      '?tab=find-teachers&teacher=t',
    )
    const agree = screen.getByRole('button', { name: /^Agree: Sami Trabelsi/ })
    // before the buttons, not under them
    const review = screen.getByText('Explains well')
    expect(review.compareDocumentPosition(agree)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await user.click(agree)
    const dialog = within(screen.getByRole('dialog'))
    for (const text of Object.values(consentTexts)) expect(dialog.getByText(text.en)).toBeTruthy()
    expect(dialog.getByText(`Text version ${consentTextVersion}`)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Agree' }))
    await waitFor(() => expect(asked('POST /connections/:id/consent')).toHaveLength(1))
  })

  it('shows the text of a consent with its version before it is given', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('button', { name: 'Give a consent' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Give a consent' }))
    expect(dialog.getByText(consentTexts.messages.en)).toBeTruthy()
    await user.click(dialog.getByLabelText('Video lessons'))
    expect(dialog.getByText(consentTexts.video.en)).toBeTruthy()
    expect(dialog.queryByText(consentTexts.messages.en)).toBeNull()
    expect(dialog.getByText(`Text version ${consentTextVersion}`)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Give a consent' }))
    await waitFor(() =>
      expect(asked('POST /consents')[0]?.body).toEqual({
        childId: 'c1',
        purpose: 'video',
        authorisation: '',
      }),
    )
  })

  it('lists the consents with the versions of their texts and withdraws one', async () => {
    const { user, asked } = open()
    expect(await screen.findByText('Text version 1')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Withdraw: Yassine, Messages' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('You have not given a consent yet.')).toBeTruthy()
    expect(asked('DELETE /consents/:id')[0]?.params).toEqual({ id: 'g1' })
  })

  it.each([
    ['you', 'Waiting for you'],
    ['another', 'Waiting for the guardian who withdrew it'],
  ] as const)(
    'says that a consent waits for %s, and lets the guardian who withdrew it agree',
    async (waitsFor, state) => {
      const { user, asked } = open({ given: [{ ...consent, waitsFor }] })
      expect(await screen.findByText(state)).toBeTruthy()
      const agree = screen.queryByRole('button', { name: /^Agree/ })
      expect(agree !== null).toBe(waitsFor === 'you')
      if (!agree) return
      await user.click(agree)
      const { childId, purpose } = consent
      const body = { childId, purpose }
      await waitFor(() => expect(asked('POST /consents')[0]?.body).toEqual(body))
    },
  )

  it('names the guardian who gave a consent where a child has two', async () => {
    const guardians = [...yassine.guardians, { id: 'q', name: 'Leila' }]
    open({ children: [{ ...yassine, guardians }] })
    const table = within(await screen.findByRole('table'))
    expect(await table.findByText('Amina')).toBeTruthy()
    expect(table.queryByText('Leila')).toBeNull()
  })
})

describe('the card of a child in the overview', () => {
  it('counts consents for requests and for proposed lessons, and says that the next lesson waits', async () => {
    const lesson = {
      ...{ id: 'l1', startsAt: '2026-11-25T15:00:00Z', subject: 'mathematics', canAnswer: true },
      ...{ teacher: { id: 't', name: 'Sami Trabelsi' }, student: { childId: 'c1', name: 'Yassine' } },
    }
    const empty = { success: true, data: [], nextCursor: null, total: 0 }
    const { api } = fakeApi({
      'GET /children': () => ({ success: true, data: [yassine] }),
      'GET /sessions': () => ({ ...empty, data: [lesson] }),
      'GET /reports': () => empty,
      'GET /connections': () => ({ ...empty, data: [asksConsent], pending: 1 }),
    })
    show(<ChildSummaries api={api} onAdd={() => {}} onLessons={() => {}} onReports={() => {}} />)
    await screen.findByText('2 consents are asked')
    screen.getByText('is waiting for your answer')
  })

  it('shows the next lesson, not a past one that nobody completed', async () => {
    const lesson = (id: string, subject: string) => ({
      ...{ id, startsAt: '2026-11-25T15:00:00Z', subject, canAnswer: false },
      ...{ teacher: { id: 't', name: 'Sami Trabelsi' }, student: { childId: 'c1', name: 'Yassine' } },
    })
    const next = lesson('l2', 'physics')
    const empty = { success: true, data: [], nextCursor: null, total: 0 }
    const { api } = fakeApi({
      'GET /children': () => ({ success: true, data: [yassine] }),
      'GET /sessions': ({ query }) => ({
        ...empty,
        data: query?.['ahead'] ? [next] : [lesson('l1', 'mathematics'), next],
      }),
      'GET /reports': () => empty,
      'GET /connections': () => ({ ...empty, pending: 0 }),
    })
    show(<ChildSummaries api={api} onAdd={() => {}} onLessons={() => {}} onReports={() => {}} />)
    await screen.findByText(/Physics/)
    expect(screen.queryByText(/Mathematics/)).toBeNull()
  })

  it('does not say that nothing is booked while lessons load or fail, and shows the error', async () => {
    const empty = { success: true, data: [], nextCursor: null, total: 0 }
    let fails = true
    const { api } = fakeApi({
      'GET /children': () => ({ success: true, data: [yassine] }),
      'GET /sessions': () => {
        if (fails) throw refusal({ status: 503, message: 'Please try again later' })
        return empty
      },
      'GET /reports': () => new Promise(() => {}),
      'GET /connections': () => ({ ...empty, pending: 0 }),
    })
    const { user } = show(
      <ChildSummaries api={api} onAdd={() => {}} onLessons={() => {}} onReports={() => {}} />,
    )
    await screen.findByText('Please try again later')
    expect(screen.queryByText('Nothing booked yet')).toBeNull()
    expect(screen.queryByText('No report yet')).toBeNull()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing booked yet')).toBeTruthy()
  })

  it('asks for the last report of each child', async () => {
    const empty = { success: true, data: [], nextCursor: null, total: 0 }
    const { api, asked } = fakeApi({
      'GET /children': () => ({
        success: true,
        data: [yassine, { ...yassine, id: 'c2', firstName: 'Nour' }],
      }),
      'GET /sessions': () => empty,
      'GET /reports': () => empty,
      'GET /connections': () => ({ ...empty, pending: 0 }),
    })
    show(<ChildSummaries api={api} onAdd={() => {}} onLessons={() => {}} onReports={() => {}} />)
    await screen.findAllByText('No report yet')
    expect(asked('GET /reports').map(({ query }) => query)).toEqual([
      { childId: 'c1', limit: 1 },
      { childId: 'c2', limit: 1 },
    ])
  })

  it('shows the error when the children cannot be loaded', async () => {
    const empty = { success: true, data: [], nextCursor: null, total: 0 }
    const { api } = fakeApi({
      'GET /children': () => {
        throw refusal({ status: 503, message: 'Please try again later' })
      },
      'GET /sessions': () => empty,
      'GET /reports': () => empty,
      'GET /connections': () => ({ ...empty, pending: 0 }),
    })
    show(<ChildSummaries api={api} onAdd={() => {}} onLessons={() => {}} onReports={() => {}} />)
    expect(await screen.findByText('Please try again later')).toBeTruthy()
  })
})
