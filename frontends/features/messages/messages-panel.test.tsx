import type { ApiError } from '@darsi/client/api/api-error.ts'
import { readDraft, visitor } from '@darsi/client/session/draft.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { UnsavedGuard } from '@darsi/design/dialogs/unsaved.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { MessagesPanel } from './messages-panel.tsx'
import type { Message, Thread } from './thread.ts'
import { WaitingMessages } from './waiting-messages.tsx'

const message = (number: number, by: string, text: string, more: Partial<Message> = {}): Message => ({
  id: `m${number}`,
  number,
  by,
  text,
  files: [],
  at: '2026-11-20T09:00:00Z',
  held: false,
  adultsOnly: false,
  readBy: [],
  ...more,
})

function open({
  thread: part = {} as Partial<Thread>,
  refusals = [] as ApiError[],
  readFailures = 0,
  answered = Promise.resolve(),
  others = [] as Partial<Thread>[],
  me = 'me',
  written = [message(1, 'me', 'Hello', { readBy: ['t'] }), message(2, 't', 'Good morning')],
  address = '',
} = {}) {
  history.replaceState(null, '', `/${address}`)
  let failing = readFailures
  let messages = written
  let thread: Thread = {
    id: 'd',
    connectionId: 'k',
    subject: 'physics',
    learnerName: 'Nour',
    paused: false,
    members: [
      { id: 't', name: 'Sami Trabelsi', part: 'teacher' },
      { id: 'me', name: 'Nour', part: 'student' },
      { id: 'p', name: 'Amina', part: 'guardian' },
    ],
    lastMessage: { text: 'Good morning', by: 't', at: '2026-11-20T09:00:00Z', files: 0 },
    unread: 1,
    open: true,
    blockedBy: [],
    contactRule: 'delivered',
    ...part,
  }
  const server = fakeApi({
    'GET /threads': () => ({
      success: true,
      data: [thread, ...others.map((other) => ({ ...thread, ...other }))],
    }),
    'GET /threads/:id/messages': ({ query }) => {
      const { after = 0, cursor = Number.POSITIVE_INFINITY } = query ?? {}
      const found = messages.filter(({ number }) => number > Number(after) && number < Number(cursor))
      const data = found.toReversed().slice(0, 50)
      const nextCursor = found.length > data.length ? String(data.at(-1)?.number) : null
      return { success: true, data, nextCursor, total: messages.length, thread }
    },
    'POST /threads/:id/messages': async ({ body }) => {
      await answered
      const refusal = refusals.shift()
      if (refusal) throw refusal
      // `as`: the composer sends the body that the contract declares
      const { text } = body as { text: string }
      const sent = message(messages.length + 1, 'me', text, { held: text.includes('20 123 456') })
      messages = [...messages, sent]
      return { success: true, data: sent }
    },
    'POST /threads/:id/read': () => {
      failing -= 1
      if (failing >= 0) throw refused(503, 'Please try again later')
      return { success: true }
    },
    'POST /threads/:id/block': ({ body }) => {
      thread = { ...thread, blockedBy: JSON.stringify(body).includes('true') ? ['me'] : [] }
      return { success: true, data: thread }
    },
    'POST /threads/:id/release': () => ({ success: true }),
    'POST /threads/:id/report': () => ({ success: true }),
    'GET /homework': () => ({ success: true, data: [], nextCursor: null, total: 0 }),
  })
  // not loaded at the first rendering, so React suspends and renders again
  const Late = lazy(async () => ({ default: () => null }))
  const shown = show(
    <ToastRegion>
      <UnsavedGuard>
        <Suspense>
          <MessagesPanel api={server.api} me={me} title="Messages" />
          <Late />
        </Suspense>
      </UnsavedGuard>
    </ToastRegion>,
  )
  const begin = async () => {
    await shown.user.click(await screen.findByRole('link', { name: /Sami Trabelsi/ }))
    await screen.findByText('Good morning', { selector: '.ds-bubble-text' })
  }
  const write = (more: Message[]) => {
    messages = [...messages, ...more]
  }
  return { ...server, ...shown, begin, write }
}
const seeing = (visible: boolean) => {
  const value = visible ? 'visible' : 'hidden'
  Object.defineProperty(document, 'visibilityState', { configurable: true, value })
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
const refused = (status: number, message: string) => refusal({ status, message })

describe('messages', () => {
  it('list the conversations with their unread counts', async () => {
    open()
    const row = await screen.findByRole('link', { name: /Sami Trabelsi/ })
    expect(within(row).getByText('1 unread message')).toBeTruthy()
    expect(within(row).getByText('Physics')).toBeTruthy()
    expect(row.getAttribute('href')).toMatch(/\?thread=/)
  })

  it('name the child, whose brother or sister may have the same teacher and subject', async () => {
    const members = [
      { id: 't', name: 'Sami Trabelsi', part: 'teacher' as const },
      { id: 'p', name: 'Amina', part: 'guardian' as const },
    ]
    const twins = { thread: { members, learnerName: 'Lina' }, others: [{ id: 'e', learnerName: 'Adam' }] }
    const parent = open({ ...twins, me: 'p' })
    const row = await screen.findByRole('link', { name: /Lina/ })
    expect(row.textContent).toMatch(/Sami Trabelsi.*Lina\s· Physics/)
    expect(screen.getByRole('link', { name: /Adam/ }).textContent).toMatch(/Sami Trabelsi.*Adam\s· Physics/)
    await parent.user.click(row)
    expect(
      (await screen.findByRole('heading', { name: 'Sami Trabelsi' })).parentElement?.textContent,
    ).toMatch(/Lina\s· Physics/)
    parent.unmount()

    const teacher = open({ ...twins, me: 't' })
    await teacher.user.click(await screen.findByRole('link', { name: /Amina.*Lina\s· Physics/ }))
    expect((await screen.findByRole('heading', { name: 'Amina' })).parentElement?.textContent).toMatch(
      /Lina\s· Physics/,
    )
    teacher.unmount()

    const { user } = show(<WaitingMessages api={teacher.api} me="t" onOpen={() => {}} />)
    expect((await screen.findByText('Adam')).parentElement?.textContent).toMatch(/^Adam\s· Physics/)
    await user.click(screen.getByRole('button', { name: 'Answer Amina · Lina' }))
  })

  it('show who else can read and who has read, and are marked as read when displayed', async () => {
    const { begin, asked } = open()
    await begin()
    expect(screen.getByText(/Amina.* reads along/)).toBeTruthy()
    expect(screen.getByText('Read by Sami Trabelsi')).toBeTruthy()
    await waitFor(() => expect(asked('POST /threads/:id/read')[0]?.body).toEqual({ number: 2 }))
  })

  it('name two guardians who read in one sentence', async () => {
    const two = ['Amina', 'Hedi'].map((name) => ({ id: name, name, part: 'guardian' as const }))
    const teacher = { id: 't', name: 'Sami Trabelsi', part: 'teacher' as const }
    await open({ thread: { members: [teacher, ...two] } }).begin()
    expect(screen.getByText(/Amina and Hedi read along/)).toBeTruthy()
  })

  it('that arrive in a hidden page are marked as read once the page is visible', async () => {
    const { begin, asked } = open()
    seeing(false)
    await begin()
    expect(asked('POST /threads/:id/read')).toEqual([])
    seeing(true)
    await waitFor(() => expect(asked('POST /threads/:id/read')[0]?.body).toEqual({ number: 2 }))
  })

  it('that could not be marked as read are marked at the next attempt', async () => {
    const { begin, asked } = open({ readFailures: 1 })
    await begin()
    await waitFor(() => expect(asked('POST /threads/:id/read')).toHaveLength(1))
    await waitFor(() => {
      seeing(true)
      expect(asked('POST /threads/:id/read')).toHaveLength(2)
    })
  })

  it('are all reachable when more than one page arrived in a hidden page', async () => {
    const numbered = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, at) => message(first + at, 't', `Word ${first + at}`))
    const { user, write } = open({ written: numbered(1, 50), address: '?thread=d' })
    await screen.findByText('Word 50', { selector: '.ds-bubble-text' })
    seeing(false)
    write(numbered(51, 110))
    seeing(true)
    await screen.findByText('Word 110', { selector: '.ds-bubble-text' })
    await user.click(screen.getByRole('button', { name: 'Earlier messages' }))
    for (const text of ['Word 51', 'Word 60', 'Word 50'])
      expect(await screen.findByText(text, { selector: '.ds-bubble-text' })).toBeTruthy()
  })

  it('keep a draft for its author, not for the next user of this device', async () => {
    const first = open({ thread: { id: 'draft' } })
    await first.begin()
    await first.user.type(screen.getByLabelText('Message'), 'To be')
    const second = open({ thread: { id: 'draft' }, me: 'other' })
    await second.begin()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('')
    const again = open({ thread: { id: 'draft' } })
    await again.begin()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('To be')
  })

  it('are sent by button and by Ctrl+Enter', async () => {
    const { user, begin, asked } = open()
    await begin()
    await user.type(screen.getByLabelText('Message'), 'See you')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('See you')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('')
    await user.type(screen.getByLabelText('Message'), 'on Monday{Control>}{Enter}{/Control}')
    await waitFor(() => expect(asked('POST /threads/:id/messages')).toHaveLength(2))
  })

  it('keep the text and the file that are added while one is sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user, begin } = open({ thread: { id: 'slow' }, answered: promise })
    await begin()
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message')
    await user.type(field, 'See you')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.type(field, ' on Monday')
    fireEvent.change(screen.getByLabelText('Add a file', { selector: 'input' }), {
      target: { files: [new File(['x'], 'notes.txt')] },
    })
    resolve()
    expect(await screen.findByText('See you', { selector: '.ds-bubble-text' })).toBeTruthy()
    expect(field.value).toBe('on Monday')
    expect(readDraft(visitor, 'me.slow', '')).toBe('on Monday')
    expect(screen.getByText('notes.txt')).toBeTruthy()
  })

  it('keep the text when sending fails, and the second attempt has the same idempotency key', async () => {
    const { user, begin, asked } = open({
      refusals: [refused(0, 'Network error. Please check your connection.')],
    })
    await begin()
    await user.type(screen.getByLabelText('Message'), 'See you')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('See you')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('See you', { selector: '.ds-bubble-text' })
    const keys = asked('POST /threads/:id/messages').map((call) => Reflect.get(call, 'idempotencyKey'))
    expect(keys[0]).toEqual(expect.any(String))
    expect(keys[1]).toBe(keys[0])
  })

  it('say when a message is held back', async () => {
    const { user, begin } = open()
    await begin()
    await user.type(screen.getByLabelText('Message'), 'Call 20 123 456')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/^Not delivered/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Let it through' })).toBeNull()
  })

  it('say while one types what was found and what will happen, also in two parts', async () => {
    const written = [message(1, 'me', 'Write down: 20 555', { at: new Date().toISOString() })]
    const { user } = open({ thread: { contactRule: 'held' }, written })
    await user.click(await screen.findByRole('link', { name: /Sami Trabelsi/ }))
    const box = await screen.findByLabelText('Message')
    await user.type(box, 'Hello')
    expect(screen.queryByText(/^This text contains/)).toBeNull()
    await user.clear(box)
    await user.type(box, 'and then 666')
    expect(await screen.findByText(/^This text contains a phone number\. If you send it/)).toBeTruthy()
    await user.clear(box)
    await user.type(box, 'my insta: nour.b')
    expect(await screen.findByText(/^This text contains an account on another service/)).toBeTruthy()
  })

  it('say to a teacher whose number guardians may have that these alone read it', async () => {
    const { user } = open({ thread: { contactRule: 'shared' } })
    await user.click(await screen.findByRole('link', { name: /Sami Trabelsi/ }))
    const box = await screen.findByLabelText('Message')
    // the draft of the test before
    await user.clear(box)
    await user.type(box, 'Call 20 123 456')
    expect(await screen.findByText(/Only the guardians will read it/, {}, { timeout: 5000 })).toBeTruthy()
  })

  it('let a guardian release a held message, and nobody else', async () => {
    const written = [message(1, 't', 'www.exercises.tn', { held: true })]
    const { user, asked } = open({ me: 'p', written })
    await user.click(await screen.findByRole('link', { name: /Sami Trabelsi/ }))
    await user.click(await screen.findByRole('button', { name: 'Let it through' }))
    await screen.findByText('The message is delivered')
    expect(asked('POST /threads/:id/release')[0]?.body).toEqual({ number: 1 })
    await waitFor(() => expect(screen.queryByText(/^Not delivered/)).toBeNull())
  })

  it('can be blocked and unblocked', async () => {
    const { user, begin } = open()
    await begin()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('menuitem', { name: 'Block the conversation' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block the conversation' }),
    )
    expect(await screen.findByText('You have blocked this conversation: no one can write.')).toBeTruthy()
    expect(screen.queryByLabelText('Message')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Unblock' }))
    expect(await screen.findByLabelText('Message')).toBeTruthy()
  })

  it('can be unblocked after they were closed', async () => {
    const { user, begin, asked } = open({ thread: { open: false, blockedBy: ['me'] } })
    await begin()
    await user.click(screen.getByRole('button', { name: 'Unblock' }))
    await waitFor(() => expect(screen.queryByText(/You have blocked/)).toBeNull())
    expect(asked('POST /threads/:id/block')).toHaveLength(1)
  })

  it('can be reported one by one or as a conversation', async () => {
    const { user, begin, asked } = open()
    await begin()
    await user.click(screen.getByRole('button', { name: 'Report this message' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Report' }))
    expect(dialog.getByText('Please say what is wrong')).toBeTruthy()
    await user.type(dialog.getByLabelText('What is wrong'), 'Rude')
    await user.click(dialog.getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('Thank you, it is reported')).toBeTruthy()
    expect(asked('POST /threads/:id/report')[0]?.body).toEqual({
      reason: 'Rude',
      about: { kind: 'message', id: 'm2' },
    })
  })

  it('of a closed conversation are read-only', async () => {
    const { begin } = open({ thread: { open: false } })
    await begin()
    expect(screen.getByText('This conversation is closed. You can still read it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })

  it('open the conversation that the address names', async () => {
    open({ address: '?tab=messages&thread=d' })
    expect(await screen.findByText('Good morning', { selector: '.ds-bubble-text' })).toBeTruthy()
  })

  it('ask before another conversation discards the chosen files', async () => {
    const { user } = open({ others: [{ id: 'e', subject: 'french' }], address: '?thread=d' })
    await screen.findByText('Good morning', { selector: '.ds-bubble-text' })
    fireEvent.change(screen.getByLabelText('Add a file', { selector: 'input' }), {
      target: { files: [new File(['x'], 'notes.txt')] },
    })
    const other = screen.getByRole('link', { name: /French/ })
    await user.click(other)
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByText('notes.txt')).toBeTruthy()
    expect(location.search).toBe('?thread=d')
    await user.click(other)
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(screen.queryByText('notes.txt')).toBeNull()
    expect(location.search).toBe('?thread=e')
  })

  it('put the open conversation into the address', async () => {
    const { begin } = open({ address: '?tab=messages' })
    await begin()
    expect(location.search).toBe('?tab=messages&thread=d')
  })
})
