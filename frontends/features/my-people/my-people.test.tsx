import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { MyPeople } from './my-people.tsx'

const connection = (id: string, more: object) => ({
  ...{ id, status: 'approved', subject: 'mathematics', actions: [], threadId: id },
  needs: { teacher: 'agreed', guardian: 'none', admin: 'none' },
  teacher: { id: `t-${id}`, name: `Teacher ${id}`, photo: null, governorateId: 1 },
  student: { id: 's', childId: 'c1', name: 'Lina', minor: true },
  ...more,
})
const approved = [connection('k1', {}), connection('k2', { status: 'approved' })]
const pending = [
  connection('k3', {
    status: 'pending',
    threadId: null,
    needs: { teacher: 'waiting', guardian: 'agreed', admin: 'waiting' },
  }),
]
const soon = new Date(Date.now() + 5 * 60_000).toISOString()
const later = new Date(Date.now() + 65 * 60_000).toISOString()
const lesson = {
  ...{ id: 'l1', connectionId: 'k1', type: 'online', meetingLink: '', status: 'upcoming', onHold: false },
  ...{ startsAt: soon, endsAt: later, room: null },
}
const report = {
  ...{ id: 'r1', teacherName: 'Teacher k1', studentName: 'Lina', childId: 'c1', subject: 'mathematics' },
  writtenAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
}
const work = { id: 'h1', connectionId: 'k1', title: 'Page 12', dueAt: later }
const list = (data: object[]) => ({ success: true, data, nextCursor: null, total: data.length, pending: 0 })

function open(people = { approved, pending }) {
  const went: unknown[] = []
  const server = fakeApi({
    'GET /connections': ({ query }) =>
      list(query?.['status'] === 'approved' ? people.approved : people.pending),
    'GET /sessions': () => list([lesson]),
    'GET /homework': () => list([work]),
    'GET /threads': () => list([{ id: 'k1', connectionId: 'k1', unread: 2 }]),
    'GET /reports': () => list([report]),
  })
  const shown = show(
    <ToastRegion>
      <MyPeople api={server.api} viewer="parent" onTabChange={(...to) => went.push(...to)} />
    </ToastRegion>,
  )
  return { ...shown, went }
}
const card = async (name: string) => {
  const found = (await screen.findByRole('heading', { name })).closest('li')
  if (found === null) throw new Error(`${name} has no card`)
  return within(found)
}

describe('my teachers', () => {
  it('have the next lesson, the homework, the last report, and one tap to enter, write and book', async () => {
    const { user, went } = open()
    const first = await card('Teacher k1')
    expect(first.getByText('Mathematics · for Lina')).toBeTruthy()
    expect(await first.findByRole('link', { name: 'Enter the classroom' })).toBeTruthy()
    expect(first.getByText('Page 12')).toBeTruthy()
    expect(first.getByText('3 days ago')).toBeTruthy()
    expect(first.getByText('2 unread messages')).toBeTruthy()
    expect(first.getByRole('button', { name: 'Book a lesson' })).toBeTruthy()
    await user.click(first.getByRole('button', { name: 'Messages: Teacher k1' }))
    expect(went).toEqual(['messages', { thread: 'k1' }])
  })

  it('without a lesson say so, and have nothing of another connection', async () => {
    open()
    const second = await card('Teacher k2')
    expect(second.getByText('Nothing booked yet')).toBeTruthy()
    expect(second.queryByText('Page 12')).toBeNull()
    expect(second.queryByRole('link')).toBeNull()
  })

  it('stand beside the requests, which name those who still have to agree', async () => {
    const { user, went } = open()
    const third = await card('Teacher k3')
    expect(third.getByText('Asked · waiting for: teacher and administrator')).toBeTruthy()
    await user.click(third.getByRole('button', { name: 'See the request: Teacher k3' }))
    expect(went).toEqual(['find-teachers', { connection: 'k3' }])
  })
})
