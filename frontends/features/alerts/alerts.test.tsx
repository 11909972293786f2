import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { asWideScreen } from '@darsi/client/test/wide-screen.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { type Alert, clockOf } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertPreview } from './alert-preview.tsx'
import { AlertQueue } from './alert-queue.tsx'
import { ReportConcern } from './report-concern.tsx'

const alert = (more: Partial<Alert> = {}): Alert => ({
  id: 'a1',
  reason: 'contact-details',
  severity: 'medium',
  status: 'open',
  minor: true,
  about: { id: 't', name: 'Sami Trabelsi' },
  by: null,
  text: '',
  quoted: 'Call me on 20 …',
  connectionId: null,
  threadId: null,
  sessionId: null,
  childId: 'c1',
  concerned: null,
  createdAt: '2026-11-21T10:00:00Z',
  dueAt: '2026-11-21T12:00:00Z',
  investigateBy: '2026-11-22T10:00:00Z',
  answeredAt: null,
  answeredBy: null,
  governorateId: 12,
  resolvedAt: null,
  resolvedBy: null,
  note: '',
  steps: [],
  reporter: 'known',
  fromClassroom: false,
  files: 0,
  mayResolve: true,
  ...more,
})
const list = (rows: Alert[]) => () => ({ success: true, data: rows, nextCursor: null, total: rows.length })
const done = () => ({ success: true, data: alert() })

// filters are kept in the address
beforeEach(() => {
  history.replaceState(null, '', '/')
  asWideScreen()
})

describe('the queue of alerts', () => {
  it('says that a stranger or an unproven person reports, so that an administrator pauses by hand', () => {
    const reporters = ['stranger', 'unproven', 'known'] as const
    show(reporters.map((reporter) => <AlertCard key={reporter} alert={alert({ reporter })} viewer="admin" />))
    expect(screen.getAllByText(/no connection or family/)).toHaveLength(1)
    expect(screen.getAllByText(/has not confirmed/)).toHaveLength(1)
  })

  it('opens the alert that a mail links to, also when the list does not have it', async () => {
    history.replaceState(null, '', '/admin/dashboard?tab=safety-alerts&alert=a9')
    const linked = alert({ id: 'a9', status: 'resolved', note: 'Talked to both' })
    const server = fakeApi({
      'GET /admin/alerts': ({ query }) => list(query?.['id'] === 'a9' ? [linked] : [alert()])(),
    })
    show(<AlertQueue api={server.api} onPerson={() => {}} />)
    expect(await screen.findByText('Talked to both')).toBeTruthy()
    expect(location.search).toBe('?tab=safety-alerts&alert=a9')
  })
})

describe('the filters of the queue', () => {
  it('limit it by severity, kind and who has taken an alert up', async () => {
    const server = fakeApi({ 'GET /admin/alerts': list([alert()]) })
    const { user } = show(<AlertQueue api={server.api} onPerson={() => {}} />)
    await user.selectOptions(await screen.findByLabelText('Severity'), 'High')
    await user.selectOptions(screen.getByLabelText('Taken up by'), 'Me')
    await waitFor(() =>
      expect(server.asked('GET /admin/alerts').at(-1)).toMatchObject({
        query: { status: 'open', severity: 'high', takenBy: 'me' },
      }),
    )
  })
})

describe('an alert from inside a classroom', () => {
  it('opens the kept messages and the board as text, each time by calls that are audited', async () => {
    const people = [{ userId: 't', name: 'Sami Trabelsi', part: 'teacher' }]
    const at = '2026-11-21T10:00:00Z'
    const server = fakeApi({
      'GET /admin/alerts': list([alert({ fromClassroom: true })]),
      'POST /admin/classroom-reports/:id/view': () => ({ success: true, data: { at, people, pages: [] } }),
      'POST /admin/alerts/:id/lesson-messages': () => ({
        success: true,
        data: { copied: true, messages: [{ by: 't', at, text: 'Your number?', held: true }] },
      }),
    })
    const { user } = show(<AlertQueue api={server.api} onPerson={() => {}} />)
    await user.click(await screen.findByRole('button', { name: 'Open board and messages' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Evidence from the classroom' }))
    expect(dialog.getByText('Your number?')).toBeTruthy()
    expect(dialog.getByText('Sami Trabelsi')).toBeTruthy()
    expect(dialog.getByText('Nothing was written on the board.')).toBeTruthy()
    expect(server.asked('POST /admin/classroom-reports/:id/view')).toHaveLength(1)
  })

  it('opens the board alone when the messages were removed with an account', async () => {
    const at = '2026-11-21T10:00:00Z'
    const server = fakeApi({
      'GET /admin/alerts': list([alert({ fromClassroom: true })]),
      'POST /admin/classroom-reports/:id/view': () => ({
        success: true,
        data: { at, people: [], pages: [] },
      }),
      'POST /admin/alerts/:id/lesson-messages': () => {
        throw refusal({ status: 404, code: 'NOT_FOUND', message: 'Not found' })
      },
    })
    const { user } = show(<AlertQueue api={server.api} onPerson={() => {}} />)
    await user.click(await screen.findByRole('button', { name: 'Open board and messages' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Evidence from the classroom' }))
    expect(dialog.getByText('Nothing was written on the board.')).toBeTruthy()
    expect(dialog.getByText(/^The messages cannot be opened/)).toBeTruthy()
  })

  it('that is resolved shows no evidence any more', async () => {
    show(
      <AlertCard
        alert={alert({ fromClassroom: true, status: 'resolved' })}
        viewer="admin"
        api={fakeApi({}).api}
      />,
    )
    expect(screen.queryByRole('button', { name: 'Open board and messages' })).toBeNull()
  })
})

describe('an alert about a conversation with files', () => {
  it('opens the kept copies by a call that is audited, and each file by one of its own', async () => {
    const at = '2026-11-21T10:00:00Z'
    const file = { id: 'f1', name: 'photo.jpg', type: 'image/jpeg', size: 20_000, sentAt: at }
    const server = fakeApi({
      'GET /admin/alerts': list([alert({ files: 1 })]),
      'POST /admin/reported-files/:id/view': () => ({
        success: true,
        data: {
          ...{ at, closed: 1, mayOpenClosed: true },
          files: [{ ...file, by: { id: 't', name: 'Sami Trabelsi' } }],
        },
      }),
    })
    const { user } = show(<AlertQueue api={server.api} onPerson={() => {}} />)
    await user.click(await screen.findByRole('button', { name: 'Open the file' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Files of the reported conversation' }))
    expect(dialog.getByText('Sami Trabelsi')).toBeTruthy()
    expect(dialog.getByRole('button', { name: /photo\.jpg/ })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Open with a reason' }))
    const asking = within(await screen.findByRole('dialog', { name: 'Open with a reason' }))
    await user.type(asking.getByRole('textbox', { name: 'Reason' }), 'Court order')
    await user.click(asking.getByRole('button', { name: 'Open with a reason' }))
    await waitFor(() => expect(server.asked('POST /admin/reported-files/:id/view')).toHaveLength(2))
    expect(server.asked('POST /admin/reported-files/:id/view').map(({ body }) => body)).toEqual([
      { reason: '' },
      { reason: 'Court order' },
    ])
  })

  it('shows guardians and resolved alerts no files', () => {
    const { api } = fakeApi({})
    show(<AlertCard alert={alert({ files: 1, status: 'resolved' })} viewer="admin" api={api} />)
    show(<AlertCard alert={alert({ files: 1 })} viewer="parent" api={api} />)
    expect(screen.queryByRole('button', { name: 'Open the file' })).toBeNull()
  })
})

describe('the clock of an alert', () => {
  it('asks for an answer, then for a result, and says when it ran out', () => {
    const at = Date.parse('2026-11-21T13:00:00Z')
    expect(clockOf(alert(), at)).toMatchObject({ waits: 'answer', isOverdue: true })
    expect(clockOf(alert({ answeredAt: '2026-11-21T10:10:00Z' }), at)).toMatchObject({
      waits: 'result',
      isOverdue: false,
    })
    expect(clockOf(alert({ status: 'resolved' }), at)).toBeNull()
  })
})

describe('Safety & Alerts', () => {
  it('shows a guardian what happened and whom to call, and lets the guardian resolve it', async () => {
    const server = fakeApi({ 'GET /safety/alerts': list([alert()]), 'POST /safety/alerts/:id/resolve': done })
    const { user } = show(
      <ToastRegion>
        <AlertList api={server.api} />
      </ToastRegion>,
    )
    await screen.findByText('Call me on 20 …')
    expect(screen.getByText('Child-protection delegate, governorate of Sousse')).toBeTruthy()
    expect(screen.getByRole('link', { name: '1809' }).getAttribute('href')).toBe('tel:1809')
    expect(screen.queryByRole('button', { name: /Take this on/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Resolve: Contact details in a message' }))
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(server.asked('POST /safety/alerts/:id/resolve')).toHaveLength(1))
    await waitFor(() => expect(server.asked('GET /safety/alerts').length).toBeGreaterThan(1))
  })

  it('lets an administrator take an alert, and asks what was done before closing it', async () => {
    const server = fakeApi({
      'GET /admin/alerts': list([alert({ severity: 'high' })]),
      'POST /admin/alerts/:id/answer': done,
      'POST /admin/alerts/:id/resolve': done,
    })
    const { user } = show(
      <ToastRegion>
        <AlertQueue api={server.api} onPerson={() => {}} />
      </ToastRegion>,
    )
    await user.click(await screen.findByRole('button', { name: /^Take this on/ }))
    await waitFor(() => expect(server.asked('POST /admin/alerts/:id/answer')).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: /^Resolve:/ }))
    await user.click(screen.getByRole('button', { name: 'Resolve with this note' }))
    await screen.findByText('Please say what was done')
    expect(server.asked('POST /admin/alerts/:id/resolve')).toHaveLength(0)
    await user.type(screen.getByRole('textbox'), 'Talked to both')
    await user.click(screen.getByRole('button', { name: 'Resolve with this note' }))
    await waitFor(() =>
      expect(server.asked('POST /admin/alerts/:id/resolve')[0]?.body).toEqual({ note: 'Talked to both' }),
    )
  })

  it('an administrator works through them by keys, with notes from templates, and each has an address', async () => {
    const rows = [alert({ severity: 'high' }), alert({ id: 'second', reason: 'session-missed' })]
    const server = fakeApi({
      'GET /admin/alerts': list(rows),
      'POST /admin/alerts/:id/answer': done,
      'POST /admin/alerts/:id/resolve': () => {
        throw refusal({ status: 409, message: 'Resolved already' })
      },
    })
    const { user } = show(
      <ToastRegion>
        <AlertQueue api={server.api} onPerson={() => {}} />
      </ToastRegion>,
    )
    await screen.findByRole('button', { name: /^Take this on/ })
    await user.keyboard('j')
    expect(location.search).toContain('alert=second')
    await user.keyboard('a')
    await waitFor(() =>
      expect(server.asked('POST /admin/alerts/:id/answer')[0]?.params).toEqual({ id: 'second' }),
    )
    await user.keyboard('r')
    await user.selectOptions(await screen.findByLabelText('Template'), 'No danger found')
    await user.selectOptions(screen.getByLabelText('Language of the template'), 'Français')
    await user.click(screen.getByRole('button', { name: 'Resolve with this note' }))
    // a refusal keeps the text
    await screen.findByText('Resolved already')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toMatch(/aucun danger/)
  })

  it('shows administrators which child, teacher and lesson it is about, and leads to the accounts', async () => {
    const concerned = {
      learner: { name: 'Amina', accountId: null },
      teacher: { id: 't9', name: 'Karim Jaziri' },
      subject: 'mathematics',
      paused: [],
      pausable: [],
      people: [],
      lessonAt: '2026-11-24T09:00:00Z',
    }
    const missed = alert({ about: null, by: { id: 'p', name: 'Salma' }, concerned })
    const server = fakeApi({ 'GET /admin/alerts': list([missed]) })
    const shown: string[] = []
    const { user } = show(<AlertQueue api={server.api} onPerson={({ id }) => shown.push(id)} />)
    expect((await screen.findAllByText('Amina')).length).toBeGreaterThan(0)
    expect(screen.getByText(/^Mathematics · .*2026/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Profile of Karim Jaziri' }))
    await user.click(screen.getByRole('button', { name: 'Profile of Salma' }))
    expect(shown).toEqual(['t9', 'p'])
    expect(screen.queryByRole('button', { name: 'Profile of Amina' })).toBeNull()
  })

  it('reloads an alert that another administrator took and names that administrator', async () => {
    const server = fakeApi({
      'GET /admin/alerts': list([alert()]),
      'POST /admin/alerts/:id/answer': () => {
        throw refusal({ status: 409, code: 'ALERT_TAKEN', message: 'Nadia already looks into this alert' })
      },
    })
    const { user } = show(
      <ToastRegion>
        <AlertQueue api={server.api} onPerson={() => {}} />
      </ToastRegion>,
    )
    await user.click(await screen.findByRole('button', { name: /^Take this on/ }))
    await screen.findByText('Nadia already looks into this alert')
    expect(screen.queryByText(/You handle this alert now/)).toBeNull()
    await waitFor(() => expect(server.asked('GET /admin/alerts')).toHaveLength(2))
  })

  it('lets an administrator reopen or end a paused connection with a note', async () => {
    const paused = [
      { connectionId: 'c1', teacher: 'Karim Jaziri', subject: 'mathematics', mayReopen: true },
      { connectionId: 'c2', teacher: '', subject: 'physics', mayReopen: false },
    ]
    const concerned = {
      learner: null,
      teacher: null,
      subject: null,
      lessonAt: null,
      ...{ paused, pausable: [], people: [] },
    }
    const server = fakeApi({
      'GET /admin/alerts': list([alert({ concerned })]),
      'PUT /admin/connections/:id': () => ({ success: true, data: {} }),
    })
    const { user } = show(
      <ToastRegion>
        <AlertQueue api={server.api} onPerson={() => {}} />
      </ToastRegion>,
    )
    expect(await screen.findAllByRole('button', { name: /^Reopen:/ })).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'End: With a teacher, Physics' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reopen: With Karim Jaziri, Mathematics' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Reopen' }))
    await dialog.findByText('Please say why')
    await user.type(dialog.getByRole('textbox'), 'Talked to both')
    await user.click(dialog.getByRole('button', { name: 'Reopen' }))
    await waitFor(() =>
      expect(server.asked('PUT /admin/connections/:id')[0]).toMatchObject({
        params: { id: 'c1' },
        body: { status: 'reopened', notes: 'Talked to both' },
      }),
    )
  })

  it('lets an administrator pause a connection, and write to one person in the language of that person', async () => {
    const concerned = {
      ...{ learner: null, teacher: null, subject: null, lessonAt: null, paused: [] },
      pausable: [{ connectionId: 'c1', teacher: 'Karim Jaziri', learner: 'Amina' }],
      people: [
        { id: 'p', name: 'Salma', part: 'guardian', isReporter: false, language: 'fr' },
        { id: 's', name: 'Nour', part: 'learner', isReporter: true, language: 'ar' },
      ],
    } satisfies Alert['concerned']
    const by = { id: 'root', name: 'Root' }
    const steps = [
      { kind: 'written', by, at: '2026-11-21T10:30:00Z', to: { id: 'p', name: 'Salma' }, text: 'Call us' },
    ] satisfies Alert['steps']
    const server = fakeApi({
      'GET /admin/alerts': list([alert({ concerned, steps })]),
      'POST /admin/alerts/:id/pause': done,
      'POST /admin/alerts/:id/messages': done,
    })
    const { user } = show(
      <ToastRegion>
        <AlertQueue api={server.api} onPerson={() => {}} />
      </ToastRegion>,
    )
    expect((await screen.findByText(/Message from Root to Salma/)).textContent).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pause: Karim Jaziri and Amina' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Pause' }))
    await dialog.findByText('Please say why you pause it')
    await user.type(dialog.getByRole('textbox'), 'To be safe')
    await user.click(dialog.getByRole('button', { name: 'Pause' }))
    await waitFor(() =>
      expect(server.asked('POST /admin/alerts/:id/pause')).toMatchObject([
        { body: { connectionId: 'c1', note: 'To be safe' } },
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Nour, who reported' }))
    await user.selectOptions(await screen.findByLabelText(/Template/), 'No danger found')
    await user.click(screen.getByRole('button', { name: 'Send by email' }))
    await waitFor(() =>
      expect(server.asked('POST /admin/alerts/:id/messages')).toMatchObject([
        { body: { to: 's', text: expect.stringMatching(/^نظرنا/) } },
      ]),
    )
  })

  it('shows at most two alerts on an overview, and nothing when none is open', async () => {
    const server = fakeApi({ 'GET /safety/alerts': list([alert(), alert({ id: 'a2' })]) })
    show(<AlertPreview api={server.api} onAll={() => {}} />)
    expect(await screen.findAllByRole('listitem', { name: '' })).toBeTruthy()
    expect(server.asked('GET /safety/alerts')[0]?.query).toEqual({ status: 'open', limit: 2 })
    const empty = fakeApi({ 'GET /safety/alerts': list([]) })
    const { container } = show(<AlertPreview api={empty.api} onAll={() => {}} />)
    await waitFor(() => expect(empty.asked('GET /safety/alerts')).toHaveLength(1))
    expect(container.textContent).toBe('')
  })

  it('says who resolved an alert and what was done', () => {
    const resolved = {
      status: 'resolved',
      resolvedAt: '2026-11-21T11:00:00Z',
      note: 'Talked to both',
    } as const
    show(<AlertCard alert={alert(resolved)} viewer="parent" />)
    expect(screen.getByText('Talked to both')).toBeTruthy()
    expect(screen.getByText(/the safety team/)).toBeTruthy()
  })
})

it('requires a reason and a text for a report, and shows the emergency numbers for a danger', async () => {
  let failures = 1
  const server = fakeApi({
    'POST /safety/reports': () => {
      if (failures-- > 0) throw refusal({ status: 0, message: 'Network error' })
      return { success: true }
    },
  })
  const { user } = show(
    <ToastRegion>
      <ReportConcern
        api={server.api}
        about={{ sessionId: 'l1' }}
        learners={[{ id: 'c1', firstName: 'Adam' }]}
      />
    </ToastRegion>,
  )
  await user.click(screen.getByRole('button', { name: 'Report a concern' }))
  await user.click(await screen.findByRole('button', { name: 'Send to the safety team' }))
  await screen.findByText('Please choose what it is about')
  await user.click(screen.getByRole('radio', { name: 'A child is in danger' }))
  expect(screen.getByRole('link', { name: '197' })).toBeTruthy()
  await user.type(screen.getByRole('textbox'), 'He was followed')
  await user.click(screen.getByRole('button', { name: 'Send to the safety team' }))
  await waitFor(() =>
    expect(server.asked('POST /safety/reports')[0]?.body).toEqual({
      reason: 'danger',
      text: 'He was followed',
      childId: 'c1',
      sessionId: 'l1',
    }),
  )
  // the second attempt after a lost answer is the same report
  await user.click(screen.getByRole('button', { name: 'Send to the safety team' }))
  await waitFor(() => expect(server.asked('POST /safety/reports')).toHaveLength(2))
  const [first, second] = server
    .asked('POST /safety/reports')
    .map((call) => Reflect.get(call, 'idempotencyKey'))
  expect(first).toEqual(expect.any(String))
  expect(second).toBe(first)
})
