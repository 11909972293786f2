import type { ApiError } from '@darsi/client/api/api-error.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { BookButton } from './booking/book-button.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { exampleLesson as lesson } from './example-lesson.ts'
import { type Lesson, movesOf, proposedMove, roomOf, type Viewer } from './lesson.ts'
import { LessonFigures } from './lesson-figures.tsx'
import { LessonList } from './lesson-list.tsx'
import { NextLessons } from './next-lessons.tsx'
import type { Report } from './reports/report-facts.tsx'
import { ReportsPanel } from './reports/reports-panel.tsx'

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
  const moves = ['answer', 'reschedule', 'cancel', 'complete', 'no-show', 'review', 'review-answer', 'report']
  const server = fakeApi({
    'GET /sessions': () => ({ success: true, data: rows, nextCursor: null, total: rows.length }),
    'GET /availability/teachers/:id': () => ({
      success: true,
      data: {
        week: 0,
        monday: '2026-11-23',
        periods: [],
        free: [
          { date: '2026-11-24', hour: 9, shared: false },
          { date: '2026-11-24', hour: 17, shared: false },
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

// filters are kept in the address, so each test starts without them
beforeEach(() => history.replaceState(null, '', '/'))

describe('a lesson', () => {
  it('shows day and hours in Tunis, the other side, and the place', async () => {
    open()
    expect(await screen.findByRole('heading', { name: /Monday,? 23 November\s*17:00–18:00/ })).toBeTruthy()
    expect(screen.getByText(/with Sami Trabelsi/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Join the lesson' }).getAttribute('href')).toBe(
      'https://meet.example/abc',
    )
  })

  it('without another link opens its room from ten minutes before until ten minutes after, and then its board', () => {
    const at = (time: string, more: Partial<Lesson> = {}) =>
      roomOf(lesson({ meetingLink: '', ...more }), Date.parse(`2026-11-23T${time}Z`))
    expect(['15:49:59', '15:50:00', '17:09:59', '17:10:00'].map((time) => at(time))).toEqual([
      null,
      'open',
      'open',
      null,
    ])
    expect(at('16:00:00', { meetingLink: 'https://meet.example/abc' })).toBeNull()
    // the server links an upcoming lesson to the site's room
    expect(at('16:00:00', { id: 'l9', meetingLink: 'https://darsi.example/classroom/l9' })).toBe('open')
    expect(at('16:00:00', { type: 'faceToFace' })).toBeNull()
    expect(at('16:00:00', { onHold: true })).toBeNull()
    expect(at('16:00:00', { status: 'cancelled' })).toBeNull()
    expect(at('23:00:00', { status: 'completed' })).toBe('board')
  })

  it('held in the classroom has its decision proposed to who decides', () => {
    const proposedTo = (proposal: 'completed' | 'learner-missing' | 'teacher-missing', viewer: Viewer) =>
      proposedMove(
        lesson({ canComplete: viewer === 'teacher', attendance: { proposal, liveSeconds: 0 } }),
        viewer,
      )
    expect(proposedTo('completed', 'teacher')).toBe('complete')
    expect(proposedTo('completed', 'student')).toBeNull()
    expect(proposedTo('learner-missing', 'teacher')).toBe('no-show')
    expect(proposedTo('learner-missing', 'parent')).toBeNull()
    expect(proposedTo('teacher-missing', 'teacher')).toBeNull()
    expect(proposedTo('teacher-missing', 'student')).toBe('no-show')
    const decided = lesson({ status: 'completed', attendance: { proposal: 'completed', liveSeconds: 0 } })
    expect(proposedMove(decided, 'teacher')).toBeNull()
  })

  it.each([
    ['teacher', { id: 's', childId: 'c' }, true],
    ['student', { id: 's', childId: 'c' }, true],
    ['parent', { id: 's', childId: 'c' }, false],
    ['teacher', { id: 'c', childId: 'c' }, false],
    ['teacher', { id: 's', childId: null }, false],
  ] as const)(
    'says to a %s (learner %o) while notes are changed that contact details are refused: %s',
    async (viewer, student, isSaid) => {
      const mine = lesson({ canChange: true, student: { name: 'Nour', ...student } })
      const { user } = open({ rows: [mine], viewer })
      await user.click(await screen.findByRole('button', { name: /^Change details/ }))
      await screen.findByRole('dialog')
      await user.type(dialog().getByLabelText(/^Notes/), 'Call 20 123 456')
      if (isSaid) expect(await dialog().findByText(/^This text contains a phone number/)).toBeTruthy()
      else expect(dialog().queryByText(/^This text contains/)).toBeNull()
    },
  )

  it.each([true, false])('judges its place only for a reader who may change it: %s', async (may) => {
    const place = 'Call 20 123 456'
    const student = { id: 's', childId: 'c', name: 'Nour' }
    const mine = lesson({
      ...{ type: 'faceToFace', meetingLink: '', place, student },
      ...{ canChange: true, canChangePlace: may },
    })
    const { user } = open({ rows: [mine], viewer: 'teacher' })
    await user.click(await screen.findByRole('button', { name: /^Change details/ }))
    await user.type(await screen.findByLabelText(/^Notes/), 'nour@example.tn')
    // the place is judged before the notes
    await dialog().findByText(/^This text contains an email address/)
    expect(dialog().queryByText(/^This text contains a phone number/) !== null).toBe(may)
  })

  it('that the student missed shows the teacher whose line it was, and the reason is written already', async () => {
    const line = { good: 0, poor: 60, lost: 60 }
    const people = [
      { userId: 't', name: 'Sami Trabelsi', part: 'teacher', seconds: 1200, intervals: [], line },
      {
        userId: 's',
        name: 'Nour',
        part: 'learner',
        seconds: 0,
        intervals: [],
        line: { good: 0, poor: 0, lost: 0 },
      },
    ]
    const missed = { sessionId: 'l1', liveSeconds: 0, proposal: 'learner-missing', people }
    const { user, asked } = open({
      viewer: 'teacher',
      rows: [
        lesson({
          startsAt: '2020-11-23T16:00:00Z',
          attendance: { proposal: 'learner-missing', liveSeconds: 0 },
        }),
      ],
      answers: { 'GET /classroom/:sessionId/attendance': () => ({ success: true, data: missed }) },
    })
    expect(await screen.findByText('By attendance, the student was not there.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Mark as missed/ }))
    await screen.findByRole('dialog')
    expect(
      await dialog().findByText('Most interruptions came from the connection of Sami Trabelsi.'),
    ).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: 'Mark as missed' }))
    await waitFor(() => expect(asked('POST /sessions/:id/no-show')).toHaveLength(1))
    expect(asked('POST /sessions/:id/no-show')[0]?.body).toEqual({
      reason: 'By attendance, the student was not there.',
    })
  })

  it('offers the actions that the server allows, and a no-show ten minutes after the start', () => {
    const start = Date.parse('2026-11-23T16:00:00Z')
    expect(movesOf(lesson(), start + 9 * 60_000)).toEqual([])
    expect(movesOf(lesson(), start + 10 * 60_000)).toEqual(['no-show'])
    const done = lesson({ status: 'completed' })
    expect(movesOf(done, start + 3_600_000)).toEqual([])
    for (const canAnswer of [true, false]) {
      const review = { rating: 5, comment: '', answer: '', at: done.endsAt, canAnswer }
      expect(movesOf({ ...done, review }, start)).toEqual(canAnswer ? ['answer'] : [])
    }
    const all = lesson({ canReschedule: true, canCancel: true, canComplete: true, canReport: true })
    expect(movesOf(all, start)).toEqual(['complete', 'report', 'reschedule', 'cancel'])
  })

  it.each([
    [{ canReschedule: true, canCancel: true }, null],
    [{ undoUntil: '2100-01-01T00:00:00Z', canCancel: true }, /^You can undo your booking until/],
    [{ canCancel: true }, /You can cancel it until it begins; for another hour, write to Sami Trabelsi/],
    [{}, /^It can no longer be moved or cancelled\. If something comes up, write to Sami Trabelsi/],
  ] as const)('ahead says what can no longer be changed, and whom to write to: %o', async (may, text) => {
    open({ rows: [lesson({ startsAt: '2100-01-02T16:00:00Z', endsAt: '2100-01-02T17:00:00Z', ...may })] })
    await screen.findByText(/with Sami Trabelsi/)
    if (text) expect(screen.getByText(text)).toBeTruthy()
    else expect(screen.queryByText(/no longer/)).toBeNull()
  })

  it.each([
    [
      { state: 'held', cause: 'guardian-absent' },
      /^On hold: no parent or guardian is in the room\. It continues/,
    ],
    [
      { state: 'held', cause: 'teacher' },
      /^On hold: the teacher has paused it\. It can continue until 18:00/,
    ],
    [{ state: 'ended', cause: 'party' }, 'The room is closed: the lesson was ended there.'],
    [{ state: 'ended', cause: 'time' }, 'The room is closed: its time was over.'],
  ] as const)('says why its room is on hold or closed: %o', async (room, text) => {
    open({ rows: [lesson({ room })] })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('is moved to another free hour', async () => {
    const { user, asked } = open({ rows: [lesson({ canReschedule: true })] })
    await user.click(await screen.findByRole('button', { name: /^Move: Sami Trabelsi/ }))
    await screen.findByRole('dialog')
    await user.click(dialog().getByRole('button', { name: 'Move' }))
    expect(dialog().getByText('Please choose an hour')).toBeTruthy()
    await user.click(await dialog().findByRole('radio', { name: /Tuesday.*17:00$/ }))
    await user.click(dialog().getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('The lesson is moved')).toBeTruthy()
    expect(asked('POST /sessions/:id/reschedule')[0]?.body).toEqual({ date: '2026-11-24', hour: 17 })
  })

  it('cannot be moved to an hour of the week before while another week is loaded', async () => {
    const first = {
      ...{ week: 0, monday: '2026-11-23', periods: [] },
      free: [{ date: '2026-11-24', hour: 9, shared: false }],
    }
    const { user } = open({
      rows: [lesson({ canReschedule: true })],
      answers: {
        'GET /availability/teachers/:id': ({ query }) =>
          query?.['week'] === undefined ? { success: true, data: first } : new Promise(() => {}),
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Move: Sami Trabelsi/ }))
    await screen.findByRole('dialog')
    await dialog().findByRole('radio', { name: /Tuesday.*9:00$/ })
    await user.selectOptions(dialog().getByLabelText('Week'), '1')
    expect(dialog().queryByRole('radio')).toBeNull()
  })

  it('whose move a guardian has to allow says so before and after it is proposed', async () => {
    const { user } = open({ rows: [lesson({ canReschedule: true, moveNeedsAnswer: true })] })
    await user.click(await screen.findByRole('button', { name: /^Move: Sami Trabelsi/ }))
    await screen.findByRole('dialog')
    expect(dialog().getByText(/A parent or guardian is asked first/)).toBeTruthy()
    await user.click(await dialog().findByRole('radio', { name: /Tuesday.*17:00$/ }))
    await user.click(dialog().getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('The hour is reserved until a parent or guardian answers')).toBeTruthy()
  })

  it('is cancelled with a reason, optionally with its series; a refusal keeps the text', async () => {
    const { user, asked } = open({
      rows: [lesson({ canCancel: true, seriesId: 'r' })],
      refusal: refused('SESSION_TOO_LATE', 'Too late'),
    })
    await user.click(await screen.findByRole('button', { name: /^Cancel lesson/ }))
    await screen.findByRole('dialog')
    await user.click(dialog().getByRole('button', { name: 'Cancel lesson' }))
    expect(dialog().getByText('Please say why')).toBeTruthy()
    await user.type(dialog().getByLabelText('Why'), 'Ill')
    await user.click(dialog().getByLabelText('Also all that follow in this series'))
    await user.click(dialog().getByRole('button', { name: 'Cancel lesson' }))
    expect(await dialog().findByText('Too late')).toBeTruthy()
    expect(dialog().getByLabelText<HTMLTextAreaElement>('Why').value).toBe('Ill')
    expect(asked('POST /sessions/:id/cancel')[0]?.body).toEqual({ reason: 'Ill', series: true })
  })

  const proposed = { status: 'proposed' as const, answerUntil: '2026-11-22T16:00:00Z', meetingLink: '' }

  it('that waits for a guardian says so to its teacher, who may withdraw it', async () => {
    open({ viewer: 'teacher', rows: [lesson({ ...proposed, canCancel: true })] })
    expect(await screen.findByText('Waiting for a guardian')).toBeTruthy()
    expect(screen.getByText(/A parent or guardian answers by 22 Nov 2026/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Cancel lesson/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  })

  it('is confirmed by a guardian, who declares the presence of a parent if the age requires it', async () => {
    const rows = [lesson({ ...proposed, canAnswer: true, presenceNeeded: true, seriesId: 'r' })]
    const { user, asked } = open({ viewer: 'parent', rows })
    await user.click(await screen.findByRole('button', { name: /^Confirm: Sami Trabelsi/ }))
    await screen.findByRole('dialog')
    expect(dialog().getByText(/applies to all lessons/)).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: 'Confirm' }))
    expect(dialog().getByText('Please confirm that a parent or guardian will be present')).toBeTruthy()
    expect(asked('POST /sessions/:id/answer')).toEqual([])
    await user.click(dialog().getByLabelText('A parent or guardian will be present'))
    await user.click(dialog().getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('The lesson is booked')).toBeTruthy()
    expect(asked('POST /sessions/:id/answer')[0]?.body).toEqual({
      agreed: true,
      parentPresent: true,
      version: 1,
    })
  })

  it('is declined by a guardian', async () => {
    const { user, asked } = open({ viewer: 'parent', rows: [lesson({ ...proposed, canAnswer: true })] })
    await user.click(await screen.findByRole('button', { name: /^Decline/ }))
    await screen.findByRole('dialog')
    await user.click(dialog().getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('The lesson is declined')).toBeTruthy()
    expect(asked('POST /sessions/:id/answer')[0]?.body).toEqual({ agreed: false, version: 1 })
  })

  it('is rated with stars after completion', async () => {
    const { user, asked } = open({ rows: [lesson({ status: 'completed', canReview: true })] })
    await user.click(await screen.findByRole('button', { name: /^Rate/ }))
    await screen.findByRole('dialog')
    await user.click(dialog().getByRole('button', { name: 'Send' }))
    expect(dialog().getByText('Please choose one to five stars')).toBeTruthy()
    await user.click(dialog().getByRole('radio', { name: '5 stars' }))
    await user.click(dialog().getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(asked('POST /sessions/:id/review')[0]?.body).toEqual({
        rating: 5,
        comment: '',
        tookPlace: false,
      }),
    )
  })

  it('gets a progress report from its teacher', async () => {
    const { user, asked } = open({
      viewer: 'teacher',
      rows: [lesson({ status: 'completed', canReport: true, reportDueAt: '2026-11-25T16:00:00Z' })],
    })
    expect(await screen.findByText(/Progress report due by 25 Nov 2026/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Progress report: Nour/ }))
    await screen.findByRole('dialog')
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

  it('that the address names is above the list and focused, whatever page or state the list shows', async () => {
    history.replaceState(null, '', '/student/dashboard?tab=my-sessions&lesson=l9')
    const { container } = open({
      rows: [lesson({ id: 'l1' })],
      answers: {
        'GET /sessions/:id': () => ({ success: true, data: lesson({ id: 'l9', status: 'cancelled' }) }),
      },
    })
    await waitFor(() => expect(document.activeElement?.getAttribute('data-linked')).toBe('l9'))
    expect(
      within(document.activeElement as HTMLElement).getByText('Cancelled', { selector: 'span' }),
    ).toBeTruthy()
    await waitFor(() => expect(container.querySelectorAll('.ds-lesson')).toHaveLength(2))
  })

  it('that the address names shows the change after its own action, and after one by the other side', async () => {
    history.replaceState(null, '', '/parent/dashboard?tab=sessions&lesson=l1')
    let now = lesson({ ...proposed, canAnswer: true })
    const { user, api } = open({
      viewer: 'parent',
      rows: [now],
      answers: {
        'GET /sessions/:id': () => ({ success: true, data: now }),
        'POST /sessions/:id/answer': () => {
          now = lesson()
          return { success: true, data: now }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Confirm: Sami Trabelsi/ }))
    await screen.findByRole('dialog')
    await user.click(dialog().getByRole('button', { name: 'Confirm' }))
    await screen.findByText('The lesson is booked')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull())
    now = lesson({ status: 'cancelled' })
    act(() => invalidate(api, 'lesson'))
    expect(await screen.findByText('Cancelled', { selector: 'span' })).toBeTruthy()
  })

  it('is shown in Arabic', async () => {
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
  function openBooking(
    lessons = adult,
    refusals: ApiError[] = [],
    viewer: Viewer = 'student',
    booked = lesson(),
  ) {
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
        data: {
          ...{ week: 2, monday: '2026-11-23', periods: [] },
          free: [
            { date: '2026-11-24', hour: 8, shared: false },
            { date: '2026-11-24', hour: 9, shared: true },
          ],
        },
      }),
      'POST /sessions': () => {
        const refusal = refusals.shift()
        if (refusal) throw refusal
        return { success: true, data: [booked, lesson(), lesson(), lesson()] }
      },
    })
    const shown = show(
      <ToastRegion>
        <BookButton api={server.api} viewer={viewer} />
      </ToastRegion>,
    )
    return { ...server, ...shown }
  }
  const begin = async (user: ReturnType<typeof openBooking>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Book a lesson' }))
    await user.click(await screen.findByRole('radio', { name: /9:00$/ }))
  }

  it('offers the connections of every page', async () => {
    const { api, asked } = fakeApi({
      'GET /connections': ({ query }) => ({
        success: true,
        data: [],
        nextCursor: query?.cursor === undefined ? 'second' : null,
        total: 0,
        pending: 0,
      }),
    })
    const { user } = show(<BookButton api={api} viewer="student" />)
    await user.click(screen.getByRole('button', { name: 'Book a lesson' }))
    const cursors = () => asked('GET /connections').map(({ query }) => query?.cursor)
    await waitFor(() => expect(cursors()).toEqual([undefined, 'second']))
  })

  it('opens on the first week with a free hour, and shows the hours that both have free first', async () => {
    const { user, asked } = openBooking()
    await user.click(screen.getByRole('button', { name: 'Book a lesson' }))
    await screen.findByRole('dialog')
    expect(await dialog().findByText('Free for both of you')).toBeTruthy()
    const hours = dialog().getAllByRole('radio', { name: /:00$/ })
    expect(hours.map((each) => each.getAttribute('aria-label')?.slice(-5).trim())).toEqual(['9:00', '8:00'])
    expect(dialog().getByLabelText<HTMLSelectElement>('Week').value).toBe('2')
    expect(asked('GET /availability/teachers/:id')[0]?.query).toEqual({ connectionId: 'k1' })
    await user.selectOptions(dialog().getByLabelText('Week'), '1')
    await waitFor(() =>
      expect(asked('GET /availability/teachers/:id').at(-1)?.query).toEqual({ connectionId: 'k1', week: 1 }),
    )
  })

  it('sends the free hour, length, place and series', async () => {
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
      leaveOut: [],
      place: 'Library of Sfax',
      meetingLink: '',
      notes: '',
      parentPresent: false,
    })
  })

  it('of a lesson that could not take place again leaves only the hour to choose', async () => {
    const missed = lesson({
      ...{
        durationMinutes: 90,
        type: 'faceToFace',
        meetingLink: '',
        place: 'Library of Sfax',
        notes: 'Page 12',
      },
      attendance: { proposal: 'not-held', liveSeconds: 60 },
    })
    const { user, asked } = open({
      rows: [missed],
      answers: {
        'GET /connections/:id': () => ({ success: true, data: connection(adult) }),
        'POST /sessions': () => ({ success: true, data: [lesson()] }),
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Book again/ }))
    await user.click(await screen.findByRole('radio', { name: /9:00$/ }))
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(asked('POST /sessions')).toHaveLength(1))
    expect(asked('POST /sessions')[0]?.body).toMatchObject({
      ...{ connectionId: 'k1', date: '2026-11-24', hour: 9, durationMinutes: 90 },
      ...{ type: 'faceToFace', place: 'Library of Sfax', meetingLink: '', notes: 'Page 12' },
    })
  })

  it('books a series without the closed days that the refusal names, by one press', async () => {
    const closed = ['2026-12-01', '2026-12-08']
    const { user, asked } = openBooking(adult, [
      refusal({ status: 409, code: 'SLOT_CLOSED', message: 'Closed on two days', body: { closed } }),
    ])
    await begin(user)
    await user.selectOptions(dialog().getByLabelText('Repeat'), '4 weeks in a row')
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    expect(await dialog().findByText('Closed on two days')).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: 'Leave these days out' }))
    expect(await screen.findByText('4 lessons are booked')).toBeTruthy()
    expect(asked('POST /sessions')[1]?.body).toMatchObject({ weeks: 4, leaveOut: closed })
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

  it.each(['teacher', 'student'] as const)(
    'asks a %s for no parent’s presence, which is a guardian’s to say, and says who is asked',
    async (viewer) => {
      const waiting = lesson({ status: 'proposed' })
      const { user, asked } = openBooking(
        { ...adult, maxMinutes: 30, parentPresent: true },
        [],
        viewer,
        waiting,
      )
      await begin(user)
      expect(dialog().queryByLabelText('A parent or guardian will be present')).toBeNull()
      expect(dialog().getByText(/A parent or guardian is asked first/)).toBeTruthy()
      await user.click(dialog().getByRole('button', { name: 'Book' }))
      expect(await screen.findByText('The hour is reserved until a parent or guardian answers')).toBeTruthy()
      expect(asked('POST /sessions')[0]?.body).toMatchObject({ parentPresent: false })
    },
  )

  it.each([
    ['a link of their own', 'Meeting link', true],
    ['the classroom', null, false],
  ] as const)('tells a minor who books %s whether a guardian is asked', async (_, field, isAsked) => {
    const { user } = openBooking({ ...adult, maxMinutes: 60 })
    await begin(user)
    if (field) await user.type(dialog().getByLabelText(new RegExp(field)), 'https://meet.jit.si/a')
    expect(dialog().queryByText(/A parent or guardian is asked first/) !== null).toBe(isAsked)
  })

  it('asks a parent for the presence if the age requires it', async () => {
    const { user, asked } = openBooking(
      { ...adult, maxMinutes: 30, parentPresent: true },
      [refused('PARENT_PRESENCE', 'At this age a parent or guardian has to be present during the lesson')],
      'parent',
    )
    await begin(user)
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    const presence = () => dialog().getByLabelText('A parent or guardian will be present')
    await waitFor(() => expect(presence().getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(presence())
    await user.click(presence())
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await waitFor(() =>
      expect(asked('POST /sessions').at(-1)?.body).toMatchObject({
        durationMinutes: 30,
        parentPresent: true,
      }),
    )
  })

  it.each([
    ['teacher', true],
    ['parent', false],
  ] as const)(
    'says to a %s of a minor whether contact details in the notes are refused',
    async (viewer, isSaid) => {
      const { user } = openBooking({ ...adult, maxMinutes: 60 }, [], viewer)
      await begin(user)
      await user.type(dialog().getByLabelText(/^Notes/), 'Call 20 123 456')
      if (isSaid) expect(await dialog().findByText(/^This text contains a phone number/)).toBeTruthy()
      else expect(dialog().queryByText(/^This text contains/)).toBeNull()
    },
  )

  it('offers no online lesson without the consent for it', async () => {
    const { user, asked } = openBooking({ ...adult, maxMinutes: 60, online: false })
    await begin(user)
    expect(dialog().queryByLabelText('Online')).toBeNull()
    expect(dialog().getByText(/has not agreed to online lessons/)).toBeTruthy()
    await user.type(dialog().getByLabelText('Place'), 'Library of Sfax')
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(asked('POST /sessions')[0]?.body).toMatchObject({ type: 'faceToFace' }))
  })

  it('sends the same idempotency key again after a lost answer', async () => {
    const { user, asked } = openBooking(adult, [refusal({ status: 0, message: 'Network error' })])
    await begin(user)
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await dialog().findByText('Network error')
    await user.click(dialog().getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(asked('POST /sessions')).toHaveLength(2))
    const keys = asked('POST /sessions').map((call) => Reflect.get(call, 'idempotencyKey'))
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  it('loads the hours again when another learner booked first', async () => {
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
    show(
      <>
        <NextLessons api={server.api} viewer="student" onAll={() => {}} />
        <LessonFigures api={server.api} viewer="student" />
      </>,
    )
    expect(await screen.findByText('3 weeks')).toBeTruthy()
    expect(screen.getByText('8.5')).toBeTruthy()
    expect(screen.getByText('Not enough reviews yet')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 4 })).toBeTruthy()
    expect(screen.queryByText('0')).toBeNull()
    expect(server.asked('GET /sessions/overview')).toHaveLength(1)
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

  it('appear while the page is open', async () => {
    let reports = [report]
    const server = fakeApi({
      'GET /reports': () => ({ success: true, data: reports, nextCursor: null, total: reports.length }),
    })
    show(<ReportsPanel api={server.api} learners={[]} />)
    await screen.findByText('Fractions')
    reports = [{ ...report, id: 'r2', topics: 'Angles' }, report]
    act(() => invalidate(server.api, 'lesson'))
    expect(await screen.findByText('Angles')).toBeTruthy()
  })

  it('are shown with their lesson, where the learner reads and saves them', async () => {
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

  it('show their teacher whether the family read them', async () => {
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
