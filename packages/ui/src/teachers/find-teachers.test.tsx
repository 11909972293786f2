import { consentTexts, consentTextVersion } from '@darsi/contracts/consent-texts.ts'
import { gridSlots, isLunchHour } from '@darsi/contracts/hours.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { ApiError } from '../api-error.ts'
import { catalogueProblems } from '../catalogue-check.ts'
import { fakeApi } from '../test/fake-api.ts'
import { refusal } from '../test/refusal.ts'
import { show } from '../test/render.tsx'
import { ToastRegion } from '../toast.tsx'
import { FindTeachers } from './find-teachers.tsx'
import { teachersTexts } from './teachers-texts.ts'

const teacher = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  governorateId: 15,
  delegationId: null,
  subjects: ['mathematics', 'physics'],
  otherLanguage: '',
  otherSubjects: '',
  levels: ['secondary'],
  languages: ['ar', 'fr'],
  sessionTypes: ['online'],
  hourlyRate: 35,
  experienceLevel: 'expert',
  bio: 'I teach with patience.',
  rating: 4.6,
  reviewCount: 12,
  answerHours: 3,
  offeredHours: 10,
  isNew: false,
  favourite: false,
  distanceKm: 4,
  sharedHours: 2,
  score: 80,
  reasons: [
    { kind: 'shared-hours', value: 2, points: 20 },
    { kind: 'distance', value: 4, points: 15 },
    { kind: 'rating', value: null, points: 0 },
  ],
  ...more,
})

const reviews = [
  { id: 'r1', rating: 5, comment: 'Very clear', answer: 'Thank you', month: '2026-11', reviewer: 'Nour' },
  { id: 'r2', rating: 3, comment: '', answer: '', month: '2026-03', reviewer: null },
]

type Given = { role?: 'student' | 'parent'; language?: Language; refusal?: ApiError; children?: object[] }

function open({ role = 'student', language = 'en', refusal, children = [] }: Given = {}) {
  const everybody = [
    teacher('a', 'Amel Ben Salah'),
    teacher('b', 'Sami Trabelsi', { rating: null, reviewCount: 1 }),
  ]
  const server = fakeApi({
    'GET /teachers': ({ query = {} }) => {
      const nobody = query['name'] === 'nobody'
      const page = query['cursor'] === undefined ? everybody.slice(0, 1) : everybody.slice(1)
      return {
        success: true,
        data: nobody ? [] : page,
        total: nobody ? 0 : 2,
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
    }),
    'GET /favorites': () => ({ success: true, data: [] }),
    'GET /children': () => ({ success: true, data: children }),
    'PUT /favorites/:teacherId': () => ({ success: true }),
    'POST /connections': () => {
      if (refusal) throw refusal
      return { success: true, data: {} }
    },
    'POST /me/guardian': () => ({ success: true }),
  })
  const shown = show(
    <ToastRegion>
      <FindTeachers api={server.api} title="Find Teachers" seeker={role} />
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

describe('finding a teacher', () => {
  it('shows the best matches with the reasons, and no rating below three reviews', async () => {
    const { user } = open()
    const amel = await card('Amel Ben Salah')
    expect(
      within(amel.getByRole('list', { name: 'Why here' }))
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(['2 free hours shared with you', '4 km from you'])
    expect(amel.getByText('TND 35 / hour')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect((await card('Sami Trabelsi')).getByText('No rating yet')).toBeTruthy()
    expect(screen.getByText('2 teachers')).toBeTruthy()
  })

  it('asks the server with what is chosen, and another governorate leaves no delegation', async () => {
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

  it('filters by a click on the map, and frees it by another', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.click(screen.getByRole('option', { name: 'Sfax: 2' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({ governorate: '15' }))
    await user.click(screen.getByRole('option', { name: 'Sfax: 2' }))
    await waitFor(() => expect(asked('GET /teachers').at(-1)?.query).toEqual({}))
  })

  it('proposes what to relax when nobody fits', async () => {
    const { user } = open()
    await card('Amel Ben Salah')
    await user.type(screen.getByLabelText('Name'), 'nobody')
    await user.click(await screen.findByRole('button', { name: 'Without “Name”: 2 teachers' }))
    expect(await card('Amel Ben Salah')).toBeTruthy()
  })

  it('shows what others wrote about a teacher, page by page, with the answers', async () => {
    const { user } = open()
    await user.click(
      (await card('Amel Ben Salah')).getByRole('button', { name: 'See profile: Amel Ben Salah' }),
    )
    const heading = await screen.findByRole('heading', { name: 'Reviews' })
    const shown = within(heading.closest('section') ?? document.body)
    await user.click(await shown.findByRole('button', { name: 'Load more' }))
    expect(await shown.findByText('2 of 2')).toBeTruthy()
    expect(shown.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      '5.0 out of 55.0Nour · November 2026Very clearAnswer of the teacher: Thank you',
      '3.0 out of 53.0Name not shown · March 2026',
    ])
  })

  it('asks for no reviews while a teacher has no rating', async () => {
    const { user, asked } = open()
    await card('Amel Ben Salah')
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await user.click((await card('Sami Trabelsi')).getByRole('button', { name: /^See profile/ }))
    await screen.findByText('I teach with patience.', { selector: '.ds-teacher-story' })
    expect(asked('GET /teachers/:id/reviews')).toEqual([])
  })

  it('keeps a favourite', async () => {
    const { user, asked } = open()
    const amel = await card('Amel Ben Salah')
    await user.click(amel.getByRole('button', { name: 'Keep Amel Ben Salah as a favourite' }))
    expect(amel.getByRole('button', { name: 'Remove Amel Ben Salah from the favourites' })).toBeTruthy()
    expect(asked('PUT /favorites/:teacherId')[0]?.params).toEqual({ teacherId: 'a' })
  })

  it('compares the teacher’s hours with mine, and comes back to the list', async () => {
    const { user } = open()
    await user.click(
      (await card('Amel Ben Salah')).getByRole('button', { name: 'See profile: Amel Ben Salah' }),
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
    return within(screen.getByRole('dialog', { name: 'Ask Amel Ben Salah for lessons' }))
  }

  it('sends subject and message', async () => {
    const { user, asked } = open()
    const dialog = await ask(user)
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(dialog.getByText('Please choose a subject')).toBeTruthy()
    // an adult agrees to nothing for a child
    expect(dialog.queryByText(/^Wording/)).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.type(dialog.getByLabelText(/Your message/), 'For the baccalaureate')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(await screen.findByText(/Your request to Amel Ben Salah is sent/)).toBeTruthy()
    expect(asked('POST /connections')[0]?.body).toEqual({
      teacherId: 'a',
      subject: 'physics',
      message: 'For the baccalaureate',
    })
  })

  it('shows a refusal and loses nothing that was typed', async () => {
    const { user } = open({
      refusal: refused(409, 'CONNECTION_QUOTA', 'This teacher cannot take more students at the moment'),
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.type(dialog.getByLabelText(/Your message/), 'Hello')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(await dialog.findByText('This teacher cannot take more students at the moment')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Your message/).value).toBe('Hello')
  })

  it('lets a minor name a guardian when one is needed', async () => {
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
    expect(await dialog.findByText(/We have written to mum@example.tn/)).toBeTruthy()
    expect(asked('POST /me/guardian')[0]?.body).toEqual({ email: 'mum@example.tn' })
  })

  it('a parent asks for one of the children', async () => {
    const { user, asked } = open({
      role: 'parent',
      children: [
        { id: 'c1', firstName: 'Yassine' },
        { id: 'c2', firstName: 'Meriem' },
      ],
    })
    const dialog = await ask(user)
    await user.selectOptions(dialog.getByLabelText('Which subject?'), 'Physics')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    expect(dialog.getByText('Please choose the child for whom you ask')).toBeTruthy()
    expect(dialog.getByText(consentTexts.connect.en)).toBeTruthy()
    expect(dialog.getByText(consentTexts.messages.en)).toBeTruthy()
    expect(dialog.getByText(consentTexts.video.en)).toBeTruthy()
    expect(dialog.getByText(`Wording ${consentTextVersion}`)).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText('For which child?'), 'Meriem')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await waitFor(() => expect(asked('POST /connections')[0]?.body).toMatchObject({ childId: 'c2' }))
  })
})

describe('finding a teacher in Arabic', () => {
  it('speaks Arabic throughout', async () => {
    open({ language: 'ar' })
    expect((await card('Amel Ben Salah')).getByText('ساعتا فراغ مشتركتان')).toBeTruthy()
  })
  it('is complete in three languages', () => expect(catalogueProblems(teachersTexts)).toEqual([]))
})
