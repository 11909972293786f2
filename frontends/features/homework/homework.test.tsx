import { invalidate } from '@darsi/client/query/query-client.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { DueHomework } from './due-homework.tsx'
import { ThreadHomework } from './thread-homework.tsx'

const homework = (more: Partial<Homework> = {}): Homework => ({
  id: 'h',
  connectionId: 'k',
  subject: 'physics',
  teacherName: 'Sami Trabelsi',
  learnerName: 'Nour',
  childId: null,
  title: 'Exercise 3',
  text: 'Page 12',
  files: [],
  dueAt: '2099-11-24T17:00:00.000Z',
  setAt: '2026-11-22T09:00:00.000Z',
  state: 'open',
  handIn: null,
  mark: null,
  may: ['hand-in'],
  ...more,
})
const work = { text: 'My answer', files: [], at: '2026-11-23T09:00:00.000Z', isLate: false }

function server(rows: Homework[], lostAnswers = 0) {
  const network = { isLost: false, isCountLost: false }
  const faked = fakeApi({
    'GET /homework': ({ query }) => {
      const { state, cursor = 0, limit = 50 } = query ?? {}
      if (network.isLost || (network.isCountLost && state !== undefined))
        throw refusal({ status: 0, message: 'Network error' })
      const found = rows.filter((row) => state === undefined || row.state === state)
      const end = Number(cursor) + Number(limit)
      const nextCursor = end < found.length ? String(end) : null
      return { success: true, data: found.slice(Number(cursor), end), nextCursor, total: found.length }
    },
    'POST /threads/:id/homework': () => {
      if (lostAnswers-- > 0) throw refusal({ status: 0, message: 'Network error' })
      return { success: true, data: homework() }
    },
    'POST /homework/:id/hand-in': () => ({ success: true, data: homework() }),
    'PUT /homework/:id/mark': ({ body }) => {
      expect(body).toMatchObject({ handedInAt: rows[0]?.handIn?.at })
      return { success: true, data: homework() }
    },
  })
  return { ...faked, network }
}
function open(
  rows: Homework[],
  { isTeacher = false, isOpen = true, learner = '', lostAnswers = 0, isCountLost = false } = {},
) {
  const served = server(rows, lostAnswers)
  served.network.isCountLost = isCountLost
  const { user } = show(
    <ToastRegion>
      <ThreadHomework
        api={served.api}
        connectionId="k"
        learner={learner}
        isTeacher={isTeacher}
        open={isOpen}
        isJudged
      />
    </ToastRegion>,
  )
  return { ...served, user }
}

describe('the homework of a conversation', () => {
  it('is handed in by the learner, not without an answer', async () => {
    const { user, asked } = open([homework()])
    await screen.findByText('Homework: 1 due')
    await user.click(screen.getByRole('button', { name: 'Hand in Exercise 3' }))
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    await screen.findByText('Please write an answer or add a file')
    expect(asked('POST /homework/:id/hand-in')).toEqual([])
    await user.type(screen.getByLabelText('Answer'), 'My answer')
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    await screen.findByText('Homework handed in')
    expect(asked('POST /homework/:id/hand-in')).toMatchObject([{ body: { text: 'My answer', files: [] } }])
  })

  it('says while it is typed that contact details will not be accepted', async () => {
    const { user } = open([homework()])
    await user.click(await screen.findByRole('button', { name: 'Hand in Exercise 3' }))
    await user.type(screen.getByLabelText('Answer'), 'Call 20 123 456')
    expect(await screen.findByText(/^This text contains a phone number\. Please take it out/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Answer'))
    await user.type(screen.getByLabelText('Answer'), 'Page 12')
    expect(screen.queryByText(/^This text contains/)).toBeNull()
  })

  it('keeps an answer that is being written when the network is lost', async () => {
    const { user, api, network } = open([homework()])
    await user.click(await screen.findByRole('button', { name: 'Hand in Exercise 3' }))
    await user.type(screen.getByLabelText('Answer'), 'My answer')
    network.isLost = true
    act(() => invalidate(api, 'thread'))
    await screen.findByText('Network error')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('My answer')
  })

  it('is counted and reachable when it is older than one page', async () => {
    const marked = Array.from({ length: 50 }, (_, at) => homework({ id: `m${at}`, state: 'marked', may: [] }))
    const old = homework({ title: 'Old', state: 'handed-in', handIn: work, may: ['mark'] })
    const { user } = open([...marked, old], { isTeacher: true })
    await screen.findByText('Homework: 1 to mark')
    await user.click(screen.getByRole('button', { name: /Load more/ }))
    expect(await screen.findByRole('button', { name: 'Mark Old' })).toBeTruthy()
  })

  it('is counted among the loaded rows when the count fails, with a retry', async () => {
    const { user, network } = open([homework(), homework({ id: 'm', state: 'marked', may: [] })], {
      isCountLost: true,
    })
    await screen.findByText('Homework: 1 due')
    network.isCountLost = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Network error')).toBeNull())
    expect(screen.getByText('Homework: 1 due')).toBeTruthy()
  })

  it('that is too long to be reloaded says that it has changed, and reloads on request', async () => {
    const rows = Array.from({ length: 101 }, (_, at) => homework({ id: `m${at}`, state: 'marked', may: [] }))
    const { user, api, asked } = open(rows)
    for (const calls of [3, 4]) {
      await user.click(await screen.findByText(/Load more/))
      await waitFor(() => expect(asked('GET /homework')).toHaveLength(calls))
    }
    await waitFor(() => expect(screen.queryByText(/Load more/)).toBeNull())
    rows.unshift(homework({ id: 'new', title: 'New exercise', state: 'marked', may: [] }))
    act(() => invalidate(api, 'thread'))
    await user.click(await screen.findByText('Refresh'))
    expect(await screen.findByText('New exercise')).toBeTruthy()
  })

  it('names the learner, whose guardian may have several children with this teacher', async () => {
    const { user } = open([homework({ state: 'handed-in', handIn: work, may: ['mark'] })], {
      isTeacher: true,
      learner: 'Nour',
    })
    expect((await screen.findByText(/^Due: /)).textContent).toMatch(/· Nour$/)
    await user.click(screen.getByRole('button', { name: 'Set homework' }))
    expect(screen.getByRole('dialog', { name: 'Set homework: Nour' })).toBeTruthy()
  })

  it('is corrected from the earlier answer, which is not typed again', async () => {
    const { user, asked } = open([homework({ state: 'handed-in', handIn: work })])
    await user.click(await screen.findByText('Homework'))
    await user.click(screen.getByRole('button', { name: 'Hand in again Exercise 3' }))
    await user.type(screen.getByLabelText('Answer'), ', corrected')
    expect(screen.getByText(/up to 10 MB each/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hand in' }))
    await screen.findByText('Homework handed in')
    expect(asked('POST /homework/:id/hand-in')).toMatchObject([{ body: { text: 'My answer, corrected' } }])
  })

  it('is marked by the teacher in quarters from 0 to 20', async () => {
    const { user, asked } = open([homework({ state: 'handed-in', handIn: work, may: ['mark'] })], {
      isTeacher: true,
    })
    await screen.findByText('Homework: 1 to mark')
    await user.click(screen.getByRole('button', { name: 'Mark Exercise 3' }))
    await user.type(screen.getByLabelText('Mark'), '20,5')
    await user.click(screen.getByRole('button', { name: 'Save the mark' }))
    await screen.findByText('Please write a mark from 0 to 20 in steps of 0.25')
    await user.clear(screen.getByLabelText('Mark'))
    await user.type(screen.getByLabelText('Mark'), '15,5')
    await user.click(screen.getByRole('button', { name: 'Save the mark' }))
    await screen.findByText('Homework marked')
    expect(asked('PUT /homework/:id/mark')).toMatchObject([
      { body: { value: 15.5, comment: '', handedInAt: work.at } },
    ])
  })

  it('keeps a refused mark until the newer work is read', async () => {
    const rows = [homework({ state: 'handed-in', handIn: work, may: ['mark'] })]
    const { user, asked } = open(rows, { isTeacher: true })
    await screen.findByText('Homework: 1 to mark')
    await user.click(screen.getByRole('button', { name: 'Mark Exercise 3' }))
    await user.type(screen.getByLabelText('Mark'), '14')
    const newer = { ...work, text: 'My better answer', at: '2026-11-23T10:00:00.000Z' }
    rows[0] = homework({ state: 'handed-in', handIn: newer, may: ['mark'] })
    await user.click(screen.getByRole('button', { name: 'Save the mark' }))
    await screen.findByText('My better answer')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Mark Exercise 3' }))
    await user.click(screen.getByRole('button', { name: 'Save the mark' }))
    await screen.findByText('Homework marked')
    expect(asked('PUT /homework/:id/mark')).toMatchObject([
      { body: { value: 14, handedInAt: work.at } },
      { body: { value: 14, handedInAt: newer.at } },
    ])
  })

  it('is given with a title and a due date ahead', async () => {
    const { user, asked } = open([], { isTeacher: true })
    await user.click(await screen.findByText('Homework'))
    await user.click(screen.getByRole('button', { name: 'Set homework' }))
    await user.click(screen.getByRole('button', { name: 'Give' }))
    await screen.findByText('Please write a title')
    await user.type(screen.getByLabelText(/^Title/), 'Exercise 4')
    await user.click(screen.getByRole('button', { name: 'Give' }))
    await screen.findByText('Homework given')
    expect(asked('POST /threads/:id/homework')).toMatchObject([
      { params: { id: 'k' }, body: { title: 'Exercise 4', dueAt: expect.stringMatching(/T17:00:00.000Z$/) } },
    ])
  })

  it('is given with the same idempotency key after a lost answer', async () => {
    const { user, asked } = open([], { isTeacher: true, lostAnswers: 1 })
    await user.click(await screen.findByText('Homework'))
    await user.click(screen.getByRole('button', { name: 'Set homework' }))
    await user.type(screen.getByLabelText(/^Title/), 'Exercise 4')
    await user.click(screen.getByRole('button', { name: 'Give' }))
    await screen.findByText('Network error')
    await user.click(screen.getByRole('button', { name: 'Give' }))
    await screen.findByText('Homework given')
    const keys = asked('POST /threads/:id/homework').map((call) => Reflect.get(call, 'idempotencyKey'))
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  it('shows the mark and lets nothing be changed in a closed conversation', async () => {
    const mark = { value: 15.5, comment: 'Well done', at: '2026-11-24T09:00:00.000Z' }
    open(
      [homework({ state: 'marked', handIn: work, mark, may: [] }), homework({ id: 'i', title: 'Other' })],
      {
        isOpen: false,
      },
    )
    expect(await screen.findByText('15.5 of 20')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Hand in/ })).toBeNull()
  })
})

describe('the overview', () => {
  it('says what is due and opens its conversation; nothing when nothing is', async () => {
    const opened: string[] = []
    const { api, asked } = server([homework()])
    const { user } = show(<DueHomework api={api} viewer="student" onOpen={(id) => opened.push(id)} />)
    await screen.findByText('Homework to hand in')
    expect(asked('GET /homework')).toMatchObject([{ query: { state: 'open' } }])
    await user.click(screen.getByRole('button', { name: 'Open Exercise 3' }))
    expect(opened).toEqual(['k'])

    const none = server([])
    const { container } = show(<DueHomework api={none.api} viewer="parent" onOpen={() => {}} />)
    await waitFor(() => expect(none.asked('GET /homework')).toHaveLength(1))
    expect(container.textContent).toBe('')
  })
})
