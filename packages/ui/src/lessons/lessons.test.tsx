import type { Language } from '@darsi/contracts/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { announce } from '../announce.ts'
import type { ApiError } from '../api-error.ts'
import { catalogueProblems } from '../catalogue-check.ts'
import { fakeApi } from '../test/fake-api.ts'
import { refusal } from '../test/refusal.ts'
import { show } from '../test/render.tsx'
import { ToastRegion } from '../toast.tsx'
import { BookButton } from './book-button.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { type Lesson, movesOf, type Viewer } from './lesson.ts'
import { LessonFigures } from './lesson-figures.tsx'
import { LessonList } from './lesson-list.tsx'
import { lessonsTexts } from './lessons-texts.ts'
import type { Report } from './report-facts.tsx'
import { ReportsPanel } from './reports-panel.tsx'

const lesson = (more: Partial<Lesson> = {}): Lesson => ({
  id: 'l1',
  connectionId: 'k1',
  seriesId: null,
  teacher: { id: 't', name: 'Sami Trabelsi' },
  student: { id: 's', childId: null, name: 'Nour' },
  subject: 'mathematics',
  date: '2026-11-23',
  hour: 17,
  durationMinutes: 60,
  startsAt: '2026-11-23T16:00:00Z',
  endsAt: '2026-11-23T17:00:00Z',
  type: 'online',
  meetingLink: 'https://meet.example/abc',
  place: '',
  parentPresent: false,
  status: 'upcoming',
  reason: '',
  canReschedule: false,
  canCancel: false,
  canComplete: false,
  canReview: false,
  canReport: false,
  reportDueAt: null,
  review: null,
  report: null,
  version: 1,
  ...more,
})
const refused = (code: string, message: string) => refusal({ status: 409, code, message })

type Given = {
  rows?: Lesson[]
  viewer?: Viewer
  language?: Language
  refusal?: ApiError
  answers?: Parameters<typeof fakeApi>[0]
}

function open({ rows = [lesson()], viewer = 'student', language = 'en', refusal, answers = {} }: Given = {}) {
  const done = () => {
    if (refusal) throw refusal
    return { success: true, data: rows[0] }
  }
  const moves = ['reschedule', 'cancel', 'complete', 'no-show', 'review', 'review-answer', 'report']
  const server = fakeApi({
    'GET /sessions': () => ({ success: true, data: rows, nextCursor: null, total: rows.length }),
    'GET /availability/teachers/:id': () => ({
      success: true,
      data: {
        monday: '2026-11-23',
        free: [
          { date: '2026-11-24', hour: 9 },
          { date: '2026-11-24', hour: 17 },
        ],
      },
    }),
    ...Object.fromEntries(moves.map((move) => [`POST /sessions/:id/${move}`, done])),
    ...answers,
  })
  const shown = show(
    <ToastRegion>
      <LessonList api={server.api} viewer={viewer} />
    </ToastRegion>,
    language,
  )
  return { ...server, ...shown }
}
const dialog = () => within(screen.getByRole('dialog'))

describe('a lesson', () => {
  it('shows day and hours in Tunis, with whom, and where', async () => {
    open()
    expect(await screen.findByRole('heading', { name: /Monday,? 23 November\s*17:00–18:00/ })).toBeTruthy()
    expect(screen.getByText(/with Sami Trabelsi/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Join the lesson' }).getAttribute('href')).toBe(
      'https://meet.example/abc',
    )
  })

  it('offers what the server allows, and a no-show ten minutes after the start', () => {
    const start = Date.parse('2026-11-23T16:00:00Z')
    expect(movesOf(lesson(), 'student', start + 9 * 60_000)).toEqual([])
    expect(movesOf(lesson(), 'student', start + 10 * 60_000)).toEqual(['no-show'])
    expect(movesOf(lesson({ status: 'completed' }), 'teacher', start + 3_600_000)).toEqual([])
    const all = lesson({ canReschedule: true, canCancel: true, canComplete: true, canReport: true })
    expect(movesOf(all, 'teacher', start)).toEqual(['complete', 'report', 'reschedule', 'cancel'])
  })

  it('is moved to another free hour', async () => {
    const { user, asked } = open({ rows: [lesson({ canReschedule: true })] })
    await user.click(await screen.findByRole('button', { name: /^Move: Sami Trabelsi/ }))
    await user.click(dialog().getByRole('button', { name: 'Move' }))
    expect(dialog().getByText('Please choose an hour')).toBeTruthy()
    await user.click(await dialog().findByRole('radio', { name: /Tuesday.*17:00$/ }))
    await user.click(dialog().getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('The lesson is moved')).toBeTruthy()
    expect(asked('POST /sessions/:id/reschedule')[0]?.body).toEqual({ date: '2026-11-24', hour: 17 })
  })

  it('is cancelled with a reason, with its series when wished; a refusal keeps the text', async () => {
    const { user, asked } = open({
      rows: [lesson({ canCancel: true, seriesId: 'r' })],
      refusal: refused('SESSION_TOO_LATE', 'Too late'),
    })
    await user.click(await screen.findByRole('button', { name: /^Cancel lesson/ }))
    await user.click(dialog().getByRole('button', { name: 'Cancel lesson' }))
    expect(dialog().getByText('Please say why')).toBeTruthy()
    await user.type(dialog().getByLabelText('Why'), 'Ill')
    await user.click(dialog().getByLabelText('Also all that follow in this series'))
    await user.click(dialog().getByRole('button', { name: 'Cancel lesson' }))
    expect(await dialog().findByText('Too late')).toBeTruthy()
    expect(dialog().getByLabelText<HTMLTextAreaElement>('Why').value).toBe('Ill')
    expect(asked('POST /sessions/:id/cancel')[0]?.body).toEqual({ reason: 'Ill', series: true })
  })

  it('is rated with stars after completion', async () => {
    const { user, asked } = open({ rows: [lesson({ status: 'completed', canReview: true })] })
    await user.click(await screen.findByRole('button', { name: /^Rate/ }))
    await user.click(dialog().getByRole('button', { name: 'Send' }))
    expect(dialog().getByText('Please choose one to five stars')).toBeTruthy()
    await user.click(dialog().getByRole('radio', { name: '5 stars' }))
    await user.click(dialog().getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(asked('POST /sessions/:id/review')[0]?.body).toEqual({ rating: 5, comment: '' }),
    )
  })

  it('gets a progress report from its teacher', async () => {
    const { user, asked } = open({
      viewer: 'teacher',
      rows: [lesson({ status: 'completed', canReport: true, reportDueAt: '2026-11-25T16:00:00Z' })],
    })
    expect(await screen.findByText(/Progress report due by 25 Nov 2026/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Progress report: Nour/ }))
    await user.type(dialog().getByLabelText('What was worked on'), 'Fractions')
    await user.click(dialog().getByLabelText('Very good'))
    await user.click(dialog().getByRole('button', { name: 'Send the report' }))
    await waitFor(() =>
      expect(asked('POST /sessions/:id/report')[0]?.body).toEqual({
        topics: 'Fractions',
        effort: 4,
        homework: '',
        note: '',
      }),
    )
  })

  it('is listed by state', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('radio', { name: 'Missed' }))
    await waitFor(() => expect(asked('GET /sessions').at(-1)?.query).toEqual({ status: 'no-show' }))
  })

  it('is written in Arabic', async () => {
    open({ language: 'ar' })
    expect(await screen.findByText('60 دقيقة')).toBeTruthy()
  })
})

describe('booking', () => {
  const adult = { maxMinutes: 120, parentPresent: false, online: true }
  const connection = (lessons: typeof adult) => ({
    id: 'k1',
    status: 'approved',
    subject: 'mathematics',
    teacher: { id: 't', name: 'Sami Trabelsi', governorateId: 15 },
    student: {
      id: 's',
      childId: null,
      name: 'Nour',
      minor: lessons.maxMinutes < 120,
      educationLevel: '',
      grade: '',
      governorateId: 15,
    },
    lessons,
  })
  function openBooking(lessons = adult, refusals: ApiError[] = []) {
    const server = fakeApi({
      'GET /connections': () => ({
        success: true,
        data: [connection(lessons)],
        nextCursor: null,
        total: 1,
        pending: 0,
      }),
      'GET /availability/teachers/:id': () => ({
        success: true,
        data: { monday: '2026-11-23', free: [{ date: '2026-11-24', hour: 9 }] },
      }),
      'POST /sessions': () => {
        const refusal = refusals.shift()
        if (refusal) throw refusal
        return { success: true, data: [lesson(), lesson(), lesson(), lesson()] }
      },
    })
    const shown = show(
      <ToastRegion>
        <BookButton api={server.api} viewer="student" />
      </ToastRegion>,
    )
    return { ...server, ...shown }
  }
  const begin = async (user: ReturnType<typeof openBooking>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Book a lesson' }))
    await user.click(await screen.findByRole('radio', { name: /9:00$/ }))
  }

  it('takes a free hour, a length, a place and a series', async () => {
    const { user, asked } = openBooking()
    await begin(user)
    await user.selectOptions(dialog().getByLabelText('Length'), '90 minutes')
    await user.selectOptions(dialog().getByLabelText('Repeat'), '4 weeks in a row')
    await user.click(dialog().getByLabelText('Face-to-face'))
    await user.type(dialog().getByLabelText('Place'), 'Library of Sfax')
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    expect(await screen.findByText('4 lessons are booked')).toBeTruthy()
    expect(asked('POST /sessions')[0]?.body).toEqual({
      connectionId: 'k1',
      date: '2026-11-24',
      hour: 9,
      durationMinutes: 90,
      type: 'faceToFace',
      weeks: 4,
      place: 'Library of Sfax',
      meetingLink: '',
      parentPresent: false,
    })
  })

  it.each([
    [30, '30 minutes', '45 minutes'],
    [45, '45 minutes', '60 minutes'],
    [60, '60 minutes', '90 minutes'],
    [120, '60 minutes', '180 minutes'],
  ])(
    'offers at most %i minutes where the age allows no more, and that at first',
    async (maxMinutes, first, none) => {
      const { user, asked } = openBooking({ ...adult, maxMinutes })
      await begin(user)
      const length: HTMLSelectElement = dialog().getByLabelText('Length')
      expect(length.selectedOptions[0]?.textContent).toBe(first)
      expect(dialog().queryByRole('option', { name: none })).toBeNull()
      await user.click(dialog().getByRole('button', { name: 'Book' }))
      await waitFor(() =>
        expect(asked('POST /sessions')[0]?.body).toMatchObject({ durationMinutes: Math.min(maxMinutes, 60) }),
      )
    },
  )

  it('asks for a parent’s presence where the age needs it', async () => {
    const { user, asked } = openBooking({ ...adult, maxMinutes: 30, parentPresent: true }, [
      refused('PARENT_PRESENCE', 'At this age a parent has to be present during the lesson'),
    ])
    await begin(user)
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    const presence = () => dialog().getByLabelText('A parent will be present')
    await waitFor(() => expect(presence().getAttribute('aria-invalid')).toBe('true'))
    await user.click(presence())
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await waitFor(() =>
      expect(asked('POST /sessions').at(-1)?.body).toMatchObject({
        durationMinutes: 30,
        parentPresent: true,
      }),
    )
  })

  it('offers no online lesson without the consent to it', async () => {
    const { user, asked } = openBooking({ ...adult, maxMinutes: 60, online: false })
    await begin(user)
    expect(dialog().queryByLabelText('Online')).toBeNull()
    expect(dialog().getByText(/has not agreed to online lessons/)).toBeTruthy()
    await user.type(dialog().getByLabelText('Place'), 'Library of Sfax')
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(asked('POST /sessions')[0]?.body).toMatchObject({ type: 'faceToFace' }))
  })

  it('asks for the hours again when somebody was quicker', async () => {
    const { user, asked } = openBooking(adult, [refused('SLOT_TAKEN', 'This hour is already taken')])
    await begin(user)
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    expect(await dialog().findAllByText('This hour is already taken')).toHaveLength(2)
    await waitFor(() => expect(asked('GET /availability/teachers/:id').length).toBe(2))
  })
})

describe('the figures of lessons', () => {
  it('show no rating below three reviews', async () => {
    const server = fakeApi({
      'GET /sessions/overview': () => ({
        success: true,
        data: {
          total: 12,
          completed: 9,
          upcoming: 2,
          cancelled: 1,
          hours: 8.5,
          streakWeeks: 3,
          rating: null,
          reviewCount: 2,
          next: [lesson()],
          reportsDue: 0,
        },
      }),
    })
    show(<LessonFigures api={server.api} viewer="student" />)
    expect(await screen.findByText('3 weeks')).toBeTruthy()
    expect(screen.getByText('8.5')).toBeTruthy()
    expect(screen.getByText('Not enough reviews yet')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 4 })).toBeTruthy()
  })
})

describe('progress reports', () => {
  const report: Report = {
    id: 'r1',
    sessionId: 'l1',
    childId: 'c1',
    studentName: 'Yassine',
    teacherName: 'Sami Trabelsi',
    subject: 'mathematics',
    date: '2026-11-20',
    topics: 'Fractions',
    effort: 4,
    homework: 'Page 12',
    note: '',
    writtenAt: '2026-11-20T18:00:00Z',
    readAt: null,
  }
  it('are read and marked as read', async () => {
    const server = fakeApi({
      'GET /reports': () => ({ success: true, data: [report], nextCursor: null, total: 1 }),
      'POST /reports/:id/read': () => ({
        success: true,
        data: { ...report, readAt: '2026-11-21T08:00:00Z' },
      }),
    })
    const { user } = show(<ReportsPanel api={server.api} learners={[]} />)
    expect(await screen.findByText('Fractions')).toBeTruthy()
    expect(screen.getByText('Very good')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Mark as read: Yassine/ }))
    await waitFor(() => expect(screen.queryByText('New')).toBeNull())
  })

  it('that come meanwhile are shown', async () => {
    let reports = [report]
    const server = fakeApi({
      'GET /reports': () => ({ success: true, data: reports, nextCursor: null, total: reports.length }),
    })
    show(<ReportsPanel api={server.api} learners={[]} />)
    await screen.findByText('Fractions')
    reports = [{ ...report, id: 'r2', topics: 'Angles' }, report]
    act(() => announce('lessons'))
    expect(await screen.findByText('Angles')).toBeTruthy()
  })

  it('stand at their lesson, where the learner reads and keeps them', async () => {
    const { user, asked } = open({
      rows: [lesson({ status: 'completed', report: { ...report, sessionId: 'l1' } })],
      answers: {
        'POST /reports/:id/read': () => ({
          success: true,
          data: { ...report, sessionId: 'l1', readAt: new Date().toISOString() },
        }),
      },
    })
    await user.click(await screen.findByText('Progress report'))
    expect(screen.getByText('Fractions')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^PDF: Yassine/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Mark as read: Yassine/ }))
    expect(await screen.findByText('Read now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Mark as read/ })).toBeNull()
    expect(asked('POST /reports/:id/read')[0]?.params).toEqual({ id: 'r1' })
  })

  it('show their teacher whether they were read', async () => {
    const sent = lesson({ status: 'completed', report })
    open({ viewer: 'teacher', rows: [sent] })
    expect(await screen.findByText('Not read yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Mark as read/ })).toBeNull()
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    open({ viewer: 'teacher', rows: [{ ...sent, report: { ...report, readAt: hourAgo } }] })
    expect(await screen.findByText('Read 1 hour ago')).toBeTruthy()
  })
})

describe('the calendar feed', () => {
  it('has a secret address that can be renewed', async () => {
    let url = 'https://darsi.example/api/calendar/a.ics'
    const server = fakeApi({
      'GET /me/calendar': () => ({ success: true, data: { url } }),
      'POST /me/calendar': () => {
        url = 'https://darsi.example/api/calendar/b.ics'
        return { success: true, data: { url } }
      },
    })
    const { user } = show(<CalendarCard api={server.api} />)
    expect((await screen.findByLabelText<HTMLInputElement>('Calendar address')).value).toMatch(/a\.ics$/)
    await user.click(screen.getByRole('button', { name: 'New address' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'New address' }))
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Calendar address').value).toMatch(/b\.ics$/),
    )
  })
})

describe('the words of lessons', () => {
  it('are complete in three languages', () => expect(catalogueProblems(lessonsTexts)).toEqual([]))
})
