import { keepWish, readWish } from '@darsi/client/session/wish.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { WishCard } from './wish-card.tsx'

const teacher = { id: 'a', name: 'Amel Ben Salah', subjects: ['mathematics', 'physics'], full: false }
const wish = { teacher: 'amel', subject: 'physics', day: '3', hour: '18', isClosed: false }
const sent = {
  ...{ id: 'k', status: 'pending', subject: 'physics', message: '', preferredTimes: [], teacher },
  student: { id: 's', childId: null, name: 'Nour' },
}
const adam = {
  id: 'c1',
  firstName: 'Adam',
  educationLevel: 'primary',
  grade: 'primary-3',
  section: '',
  subjects: [],
}

type Given = { isFull?: boolean; isGone?: boolean; connections?: object[]; children?: object[] | null }

function open({ isFull = false, isGone = false, connections = [], children = null }: Given = {}) {
  const list = (data: object[]) => ({ success: true, data, nextCursor: null, total: data.length })
  const server = fakeApi({
    'GET /teachers/:id': () => {
      if (isGone) throw refusal({ status: 404, code: 'NOT_FOUND', message: 'Not found' })
      return { success: true, data: { ...teacher, full: isFull } }
    },
    'GET /me/profile': () => ({ success: true, data: { version: 1, roleData: {} } }),
    'GET /children': () => ({ success: true, data: children ?? [] }),
    'GET /me/request-needs': () => ({
      success: true,
      data: { birthYear: false, guardian: false, minor: false },
    }),
    'GET /me/waiting-requests': () => ({ success: true, data: [] }),
    'GET /connections': ({ query }) => list(query?.['status'] === 'pending' ? connections : []),
    'POST /connections': () => ({ success: true, data: {} }),
    'POST /me/waiting-requests': () => ({ success: true, data: {} }),
  })
  const shown = show(
    <ToastRegion>
      <WishCard api={server.api} seeker={children === null ? 'student' : 'parent'} />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}

beforeEach(() => {
  localStorage.clear()
  keepWish(wish)
})

describe('a kept wish', () => {
  it('opens the request by itself, filled in, and one press sends it', async () => {
    const { user, asked } = open()
    const send = await screen.findByRole('button', { name: 'Send the request' })
    expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getAllByRole('combobox')[0])
    await user.click(send)
    expect(await screen.findByText(/^Your request was sent to Amel Ben Salah/)).toBeTruthy()
    const body = { teacherId: 'a', subject: 'physics', preferredTimes: ['3-evening'] }
    expect(asked('POST /connections')[0]?.body).toMatchObject(body)
    expect(screen.queryByText('Your request to Amel Ben Salah')).toBeNull()
    expect(readWish()).toBeNull()
  })

  it('of a parent chooses the only child, and waits for one to be added', async () => {
    const { user, asked, unmount } = open({ children: [adam] })
    await user.click(await screen.findByRole('button', { name: 'Send the request' }))
    await waitFor(() => expect(asked('POST /connections')[0]?.body).toMatchObject({ childId: 'c1' }))
    unmount()
    keepWish(wish)
    open({ children: [] })
    expect(await screen.findByText(/^Add your child/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('that was closed stays on the page, and opens by its button only', async () => {
    const { user, unmount } = open()
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    unmount()
    open()
    await user.click(await screen.findByRole('button', { name: 'Ask for lessons' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('that was replaced in another tab is not overwritten', async () => {
    const { user } = open()
    const dialog = within(await screen.findByRole('dialog'))
    keepWish({ ...wish, teacher: 'karim' })
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(readWish()).toMatchObject({ teacher: 'karim', isClosed: false })
  })

  it('to a full teacher joins the waiting list by one press', async () => {
    const { user, asked } = open({ isFull: true })
    await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
    await waitFor(() => expect(asked('POST /me/waiting-requests')).toHaveLength(1))
    await waitFor(() => expect(readWish()).toBeNull())
  })

  it.each([
    ['for a teacher who is not listed any more', { isGone: true }, /is no longer listed/],
    [
      'that was sent already, here or in another tab',
      { connections: [sent] },
      /^You have already asked Amel/,
    ],
  ])('%s ends with one sentence, once', async (_, given, sentence) => {
    const { unmount } = open(given)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(readWish()).toBeNull()
    unmount()
    open(given)
    expect(screen.queryByText(sentence)).toBeNull()
  })
})
