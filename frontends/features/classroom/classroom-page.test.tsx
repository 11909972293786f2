import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { learnServerTime } from '@darsi/design/i18n/server-clock.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import * as Y from 'yjs'
import { ClassroomPage } from './classroom-page.tsx'

const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()
const person = (userId: string, name: string, part: Classroom['part']) => ({
  ...{
    userId,
    name,
    part,
    present: false,
    waiting: false,
    draws: part === 'learner',
    mayWrite: false,
    handRaised: false,
    line: null,
  },
})
const room = (more: Partial<Classroom> = {}): Classroom => ({
  ...{
    sessionId: 'l1',
    roomId: 'l1',
    threads: [{ connectionId: 'k1', name: 'Nour' }],
    subject: 'mathematics',
  },
  ...({ state: 'lobby', holdCause: null } as const),
  ...{ endCause: null, lacks: [], ageBand: '6-10', part: 'guardian', startsAt: inMinutes(5) },
  ...{ endsAt: inMinutes(65), liveSince: null, now: inMinutes(0) },
  rights: {
    ...{ speak: false, shareScreen: false, write: false, admit: false, hold: false, end: true },
    giveRights: false,
  },
  people: [
    person('t', 'Sami Trabelsi', 'teacher'),
    person('p', 'Amina', 'guardian'),
    person('s', 'Nour', 'learner'),
  ],
  boardPages: [{ id: '1', number: 1 }],
  media: 'ready',
  version: 1,
  ...more,
})

function open(data: Classroom, answers: Parameters<typeof fakeApi>[0] = {}, language: Language = 'en') {
  const server = fakeApi({ 'GET /classroom/:sessionId': () => ({ success: true, data }), ...answers })
  const user = { id: 'p', role: 'parent', fullName: 'Amina', email: 'a@example.tn' } as const
  const page = <ClassroomPage api={server.api} user={user} lesson="l1" />
  return { ...server, ...show(<ToastRegion>{page}</ToastRegion>, language) }
}

describe('the lobby', () => {
  it('names the other person, the rule for a young child, and a missing microphone', async () => {
    open(room())
    expect(await screen.findByRole('heading', { level: 1, name: 'Lesson: Mathematics' })).toBeTruthy()
    expect(screen.getByText(/with Sami Trabelsi and Nour/)).toBeTruthy()
    expect(screen.getByText(/a parent or guardian has to be in the room/)).toBeTruthy()
    expect(await screen.findByText(/The microphone did not start/)).toBeTruthy()
    expect(await screen.findByText('Good')).toBeTruthy()
  })

  it('opens ten minutes before the lesson and not earlier', async () => {
    open(room({ startsAt: inMinutes(30) }))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Opens at/ })
    expect(button.disabled).toBe(true)
  })

  it.each([
    ['an hour behind', 60, 5, true],
    ['an hour ahead', -60, 30, false],
  ])('opens by the server’s clock when that of the device is %s', async (_, off, startsIn, isOpen) => {
    learnServerTime(inMinutes(off))
    open(room({ startsAt: inMinutes(off + startsIn) }))
    const name = isOpen ? 'Enter the classroom' : /^Opens at/
    const button = await screen.findByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(!isOpen)
    learnServerTime(inMinutes(0))
  })

  it('shows why the user may not enter, and offers to try again', async () => {
    const { user } = open(room(), {
      'POST /classroom/:sessionId/enter': () => {
        throw refusal({ status: 409, code: 'CONNECTION_PAUSED', message: 'This connection is paused' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Enter the classroom' }))
    expect(await screen.findByText('This connection is paused')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Enter the classroom' })).toBeTruthy()
  })

  it('shows no error of the first attempt after a second one succeeded', async () => {
    let failures = 1
    const { user } = open(room(), {
      'GET /classroom/:sessionId': () => {
        if (failures-- > 0) throw refusal({ status: 0, message: 'Network error' })
        return { success: true, data: room() }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Enter the classroom' })
    expect(screen.queryByText('Network error')).toBeNull()
  })

  it('asks in a second tab which one to keep', async () => {
    const { user, asked } = open(room(), {
      'POST /classroom/:sessionId/enter': () => {
        throw refusal({ status: 409, code: 'CLASSROOM_SEAT_TAKEN', message: 'Taken' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Enter the classroom' }))
    await user.click(await screen.findByRole('button', { name: 'Continue here' }))
    const bodies = asked('POST /classroom/:sessionId/enter').map(({ body }) => body)
    expect(bodies).toEqual([
      { device: expect.stringMatching(/^[\da-f-]{36}$/), takeOver: false },
      { device: expect.any(String), takeOver: true },
    ])
  })
})

describe('after the lesson', () => {
  // as the board stores it: short keys, points as varints
  const doc = new Y.Doc()
  const p = Uint8Array.of(160, 6, 160, 6)
  doc.getMap('o').set('1', { k: 'text', c: 2, b: 't', p, s: 36, t: 'مساحة المثلث' })
  doc.getMap('o').set('2', { k: 'formula', c: 1, b: 'p', p, s: 36, t: '\\frac{1}{2}' })
  const update = btoa(String.fromCharCode(...Y.encodeStateAsUpdate(doc)))
  const line = { good: 2300, poor: 100, lost: 0 }
  const answers = {
    'GET /classroom/:sessionId/board': () => ({
      success: true,
      data: { pages: [{ id: '1', number: 1, update }] },
    }),
    'GET /classroom/:sessionId/attendance': () => ({
      success: true,
      data: {
        ...{ sessionId: 'l1', liveSeconds: 2400, proposal: 'completed' },
        people: [{ userId: 't', name: 'Sami Trabelsi', part: 'teacher', seconds: 2400, intervals: [], line }],
      },
    }),
  }

  it('the board can be read as text but not changed', async () => {
    const { user } = open(room({ state: 'ended', endCause: 'time' }), answers)
    expect(await screen.findByText('The lesson time is over.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'More board options' }))
    await user.click(screen.getByRole('menuitem', { name: 'List of objects' }))
    const items = within(screen.getByRole('dialog')).getAllByRole('listitem')
    expect(items[0]?.textContent).toContain('مساحة المثلثby Sami Trabelsi')
    expect(items[1]?.querySelector('mfrac')?.textContent).toBe('12')
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: /Erase/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pen' })).toBeNull()
  })

  it('a concern can be reported', async () => {
    const { user } = open(room({ state: 'ended', endCause: 'party' }), answers)
    await user.click(await screen.findByRole('button', { name: 'Report a concern' }))
    expect(screen.getByRole('dialog', { name: 'Report a concern' })).toBeTruthy()
  })

  it('a report goes on that was begun in the room', async () => {
    let now = room({ state: 'live', liveSince: inMinutes(-5) })
    const { user, asked } = open(now, {
      ...answers,
      'GET /classroom/:sessionId': () => ({ success: true, data: now }),
      'POST /classroom/:sessionId/enter': () => ({
        success: true,
        data: { ...now, ticket: 'ticket', mediaToken: null, mediaUrl: 'ws://localhost' },
      }),
      // the lesson has ended meanwhile
      'POST /classroom/:sessionId/hand': () => {
        now = room({ state: 'ended', endCause: 'party', version: 2 })
        return { success: true, data: now }
      },
      'POST /classroom/:sessionId/report': () => ({ success: true }),
    })
    await user.click(await screen.findByRole('button', { name: 'Enter the classroom' }))
    const hand = await screen.findByRole('button', { name: 'Raise your hand' })
    await user.click(screen.getByRole('button', { name: 'More options' }))
    await user.click(screen.getByRole('menuitem', { name: 'Report a concern' }))
    await user.click(screen.getByRole('radio', { name: 'Behaviour that is not right' }))
    await user.type(screen.getByRole('textbox'), 'He shouted')
    hand.click()
    expect(await screen.findByText('Someone in the room ended it.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send the report' }))
    expect(asked('POST /classroom/:sessionId/report')).toMatchObject([
      { body: { reason: 'behaviour', text: 'He shouted' } },
    ])
  })

  it('says who attended and whose connection was weak, in the page’s language', async () => {
    open(room({ state: 'ended', endCause: 'party' }), answers, 'fr')
    expect(await screen.findByText('D’après la présence, la séance a eu lieu.')).toBeTruthy()
    expect(screen.getByText(/40 minutes de présence/).textContent).toContain(
      'connexion faible pendant 2 minutes',
    )
  })
})
