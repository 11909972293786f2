import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { Live } from '@darsi/client/test/live.tsx'
import { refusal } from '@darsi/client/test/refusal.ts'
import { notificationsApi } from '@darsi/contracts/calls/notifications/notifications-api.ts'
import { messageNoticeId, noticeIdOf } from '@darsi/contracts/rules/notice-id.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { NoticeBell } from './notice-bell.tsx'
import type { Notice } from './notice-row.tsx'
import { noticeParameters, noticeTopic } from './notice-topic.ts'

const notice = (id: string, kind: string, title: string, minutesAgo: number, read = false): Notice => ({
  id,
  kind,
  title,
  body: `${title} it is.`,
  place: {},
  createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  readAt: read ? '2026-11-20T09:00:00Z' : null,
})
// real ids of notices, which are longer than ids of accounts
const account = '3f1c9a52-7c1e-4a0e-9d6b-1f0f3a1f9b10'
const session = '8a4d7c3e-5b2f-4c61-8e7d-2a9b0c1d3e4f'
const ids = {
  reminder: noticeIdOf(`availability.${session}.1800000004.session.reminder-due`, account),
  password: noticeIdOf(`auth.${account}.1800000009.user.password-changed`),
  message: messageNoticeId(session, account, 12),
}
const three = [
  notice(ids.reminder, 'lesson-reminder-1h', 'Lesson in one hour', 5),
  notice(ids.password, 'password-changed', 'Password changed', 180),
  notice('n1', 'connection-approved', 'Connection approved', 2 * 1440, true),
]
const refused = (message: string) => refusal({ status: 503, message })

const pair = {
  teacher: { id: 'k', name: 'Karim Demo' },
  student: { id: 's', childId: null, name: 'Sami Ben Ali' },
  subject: 'mathematics',
}
const lesson = (id: string, startsAt: string) => ({ id, ...pair, startsAt })

const tabs = { lesson: 'my-sessions', message: 'messages' }

type Opened = { kept?: Notice[]; fails?: boolean; reader?: 'student' | 'parent' | 'teacher' }

function open({ kept = three, fails = false, reader }: Opened = {}) {
  let notices = kept
  const chosen: string[] = []
  let say = (_event: object) => {}
  const server = fakeApi({
    'GET /notifications': ({ query }) => {
      const { limit, cursor } = { limit: Number(query?.['limit']), cursor: Number(query?.['cursor'] ?? 0) }
      if (fails && limit > 1) throw refused('Please try again later')
      const data = notices.slice(cursor, cursor + limit)
      const unread = notices.filter(({ readAt }) => readAt === null).length
      const more = notices.length > cursor + limit
      return {
        success: true,
        data,
        total: notices.length,
        unread,
        nextCursor: more ? `${cursor + limit}` : null,
      }
    },
    'POST /notifications/read': ({ body }) => {
      const { ids } = notificationsApi['POST /notifications/read'].body.parse(body)
      notices = notices.map((one) =>
        ids === undefined || ids.includes(one.id) ? { ...one, readAt: new Date().toISOString() } : one,
      )
      return { success: true }
    },
    'GET /sessions': ({ query }) => ({
      success: true,
      data: query?.['ahead']
        ? [lesson('l1', '2026-12-01T15:00:00Z')]
        : [lesson('l2', '2026-11-24T15:00:00Z')],
      total: 1,
      nextCursor: null,
    }),
    'GET /connections': ({ query }) => ({
      success: true,
      data: query?.['status'] === 'pending' ? [{ id: 'c1', ...pair }] : [],
      total: 1,
      pending: 1,
      nextCursor: null,
    }),
    'GET /threads': () => ({
      success: true,
      data: [
        {
          id: 't1',
          subject: 'french',
          members: [
            { id: 'm', name: 'Leila Ben Ali', part: 'guardian' },
            { id: 'k', name: 'Karim Demo', part: 'teacher' },
          ],
          lastMessage: { text: '', by: 'm', at: '2026-11-24T15:00:00Z', files: 0 },
        },
        {
          id: 't2',
          subject: 'french',
          members: [{ id: 'k', name: 'Karim Demo', part: 'teacher' }],
          lastMessage: { text: '', by: 'k', at: '2026-11-24T15:00:00Z', files: 0 },
        },
      ],
    }),
    'GET /notifications/stream': () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            say = (event) =>
              controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
          },
        }),
      ),
  })
  const shown = show(
    <ToastRegion>
      <Live api={server.api} />
      <NoticeBell
        api={server.api}
        tabs={tabs}
        onTabChange={(tab, place) => chosen.push(tab, ...Object.values(place ?? {}))}
        navigate={() => {}}
        reader={reader}
      />
      <button type="button">Elsewhere</button>
    </ToastRegion>,
  )
  return {
    ...server,
    ...shown,
    chosen,
    panel: async () => {
      await shown.user.click(screen.getByRole('button', { name: /^Notifications/ }))
      return within(await screen.findByRole('dialog', { name: 'Notifications' }))
    },
    arrives: (one: Notice) => {
      notices = [one, ...notices]
      say({ kind: 'notice', id: one.id })
    },
  }
}

describe('the bell', () => {
  it('says how many notifications are unread', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'Notifications: 2 unread notifications' })).toBeTruthy()
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('2 unread notifications')
  })

  it('opens the newest of them, with their time and a mark on the unread ones', async () => {
    const { panel } = open()
    const rows = await (await panel()).findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Unread: Lesson in one hourLesson in one hour it is.5 minutes ago',
      'Unread: Password changedPassword changed it is.3 hours ago',
      'Connection approvedConnection approved it is.2 days ago',
    ])
  })

  it.each([
    ['teacher', ['Sami Ben Ali', 'Sami Ben Ali', 'Sami Ben Ali']],
    ['student', ['Karim Demo', 'Karim Demo', 'Karim Demo']],
    ['parent', ['Sami Ben Ali · Karim Demo', 'Sami Ben Ali · Karim Demo', 'Sami Ben Ali · Karim Demo']],
  ] as const)('says who, what and when to a %s', async (reader, [booked, held, asked]) => {
    const about = (id: string, kind: string, place: Notice['place']) => ({
      ...notice(id, kind, `Title ${id}`, 5, true),
      place,
    })
    const { panel } = open({
      reader,
      kept: [
        about('1', 'lesson-booked', { lesson: 'l1' }),
        about('2', 'lesson-held', { lesson: 'l2' }),
        about('3', 'guardian-consent', { connection: 'c1' }),
        about('4', 'message-received', { thread: reader === 'parent' ? 't2' : 't1' }),
        about('5', 'password-changed', {}),
      ],
    })
    const within = await panel()
    await within.findByText(/24 November/)
    const rows = await within.findAllByRole('listitem')
    const plain = rows.map(({ textContent }) =>
      textContent?.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' '),
    )
    expect(plain).toEqual([
      `Title 1${booked} · Mathematics · Tuesday 1 December at 16:005 minutes ago`,
      `Title 2${held} · Mathematics · Tuesday 24 November at 16:005 minutes ago`,
      `Title 3${asked} · MathematicsTitle 3 it is.5 minutes ago`,
      `Title 4${reader === 'parent' ? 'Karim Demo' : 'Leila Ben Ali'} · French5 minutes ago`,
      'Title 5Title 5 it is.5 minutes ago',
    ])
  })

  it('opens the tab of a notification and marks it as read', async () => {
    const { panel, user, chosen, asked } = open()
    await user.click(await (await panel()).findByRole('link', { name: /Lesson in one hour/ }))
    expect(chosen).toEqual(['my-sessions'])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked('POST /notifications/read')[0]?.body).toEqual({ ids: [ids.reminder] })
    expect(await screen.findByRole('button', { name: 'Notifications: 1 unread notification' })).toBeTruthy()
  })

  it('opens the conversation of a message, also in a new tab', async () => {
    const { panel, user, chosen } = open({
      kept: [{ ...notice(ids.message, 'message-received', 'New message', 1), place: { thread: session } }],
    })
    const link = await (await panel()).findByRole('link', { name: /New message/ })
    expect(link.getAttribute('href')).toBe(`?tab=messages&thread=${session}`)
    await user.click(link)
    expect(chosen).toEqual(['messages', session])
  })

  it('opens the tab of a followed mail in place, and keeps the lesson that it names', async () => {
    history.replaceState(null, '', `/student/dashboard?notice=lesson-moved&lesson=${session}`)
    const steps = history.length
    open()
    await waitFor(() => expect(location.search).toBe(`?lesson=${session}&tab=my-sessions`))
    expect(history.length).toBe(steps)
  })

  it('only marks a notification without a tab as read', async () => {
    const { panel, user, chosen } = open()
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: /Password changed/ }))
    await waitFor(() => expect(shown.getAllByText('Unread:')).toHaveLength(1))
    expect(chosen).toEqual([])
  })

  it('marks a notification as read whatever characters its id has', async () => {
    const kept = [
      notice(ids.message, 'message-received', 'New message', 1),
      notice(ids.password, 'password-changed', 'Password changed', 180),
      notice(ids.reminder, 'lesson-reminder-1h', 'Lesson in one hour', 200),
    ]
    const { panel, user } = open({ kept })
    for (const [left, title] of [
      ['2 unread notifications', 'New message'],
      ['1 unread notification', 'Password changed'],
      ['', 'Lesson in one hour'],
    ] as const) {
      const open = screen.queryByRole('dialog', { name: 'Notifications' })
      const shown = open ? within(open) : await panel()
      await user.click(await shown.findByText(title))
      await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toBe(left))
    }
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('marks all as read', async () => {
    const { panel, user, asked } = open()
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Mark all as read' }))
    expect(asked('POST /notifications/read')[0]?.body).toEqual({})
    expect(await screen.findByText('All notifications are read')).toBeTruthy()
    await waitFor(() => expect(shown.queryByText('Unread:')).toBeNull())
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })

  it('closes on Escape and restores the focus, or when another element gets the focus', async () => {
    const { panel, user } = open()
    await panel()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    const bell = screen.getByRole('button', { name: /^Notifications/ })
    expect(document.activeElement).toBe(bell)
    expect(bell.getAttribute('aria-expanded')).toBe('false')
    await panel()
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('counts and lists notifications that arrive meanwhile', async () => {
    const { panel, arrives } = open()
    const shown = await panel()
    await shown.findAllByRole('listitem')
    arrives(notice('n4', 'message-received', 'New message', 0))
    expect(await shown.findByText('New message')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Notifications: 3 unread notifications' })).toBeTruthy()
  })

  it('loads older ones, and keeps them after a reload', async () => {
    const many = Array.from({ length: 25 }, (_, at) => notice(`m${at}`, 'lesson-booked', `Lesson ${at}`, at))
    const { panel, user, arrives } = open({ kept: many })
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Load more' }))
    expect(await shown.findByText('20 of 25')).toBeTruthy()
    arrives(notice('n4', 'message-received', 'New message', 0))
    expect(await shown.findByText('New message')).toBeTruthy()
    expect(shown.getAllByRole('listitem')).toHaveLength(20)
  })

  it('says when there is none, and when loading fails', async () => {
    const none = open({ kept: [] })
    expect(await (await none.panel()).findByText('Nothing new')).toBeTruthy()
    const failing = open({ fails: true })
    const shown = await failing.panel()
    expect(await shown.findByText('Please try again later')).toBeTruthy()
    expect(shown.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the topic of a notice', () => {
  it('about the login opens the security section of the settings', () => {
    expect(noticeParameters('password-changed', {})).toEqual({ section: 'security' })
    expect(noticeParameters('lesson-moved', { lesson: 'l1' })).toEqual({ lesson: 'l1' })
  })

  it.each([
    ['lesson-reminder-24h', 'lesson'],
    ['guardian-consent', 'consent'],
    ['group-short', 'group'],
    ['place-offered', 'connection'],
    ['of-age-guardian', 'children'],
    ['of-age', 'account'],
    ['learner-left', 'message'],
    ['welcome', 'start'],
    ['new-device', 'account'],
  ])('%s belongs to %s', (kind, topic) => {
    expect(noticeTopic(kind)).toBe(topic)
  })
})
