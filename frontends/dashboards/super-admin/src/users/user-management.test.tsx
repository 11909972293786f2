import { exampleProps } from '@darsi/client/dashboard/example-props.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { silence } from '@darsi/client/test/refusal.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import UserManagement from '../tabs/user-management.tsx'

const row = (id: string, fullName: string, role: string, more: object = {}) => ({
  id,
  email: `${id}@example.tn`,
  fullName,
  phone: '+21620000000',
  role,
  status: 'approved',
  isVerified: true,
  mailReturnedAt: null,
  lastLoginAt: '2026-03-02T13:05:00Z',
  createdAt: '2026-01-02T13:05:00Z',
  location: '',
  ...more,
})

const silent = silence()

function open({ fails = false, status = 'approved', teacher = 'pending', invited = false } = {}) {
  const orFail = <T,>(answer: T): T => {
    if (fails) throw silent
    return answer
  }
  let everybody = [
    row('nour', 'Nour Gharbi', 'student', { status }),
    row('sami', 'Sami Trabelsi', 'teacher', {
      status: teacher,
      isVerified: false,
      lastLoginAt: null,
      employment: { status: 'public-school', declaredAt: '2026-01-02T13:05:00Z' },
    }),
    row('root', 'Amel Root', 'super-admin'),
    ...(invited
      ? [
          row('imen', 'Imen Attia', 'admin', { lastLoginAt: null, emailVerified: false, decision: null }),
          row('hedi', 'Hedi Attia', 'admin', { lastLoginAt: null, emailVerified: true, decision: null }),
        ]
      : []),
  ]
  const server = fakeApi({
    'GET /admin/users': ({ query }) => {
      const data = everybody.filter(({ role }) => query?.['role'] === 'all' || role === query?.['role'])
      return { success: true, data, total: data.length, nextCursor: null }
    },
    'PUT /admin/users/:id/status': () =>
      orFail({ success: true, data: { ...everybody[1], status: 'approved', isVerified: true } }),
    'GET /admin/users/:id': ({ params }) => ({
      success: true,
      data: {
        ...everybody.find(({ id }) => id === params?.['id']),
        registrationNotes: '',
        assignee: null,
        employment: null,
        history: [
          { status: 'approved', notes: 'Diploma seen', by: 'a', byName: 'Nadia', at: '2026-01-03T09:00:00Z' },
        ],
        sessionsEnded: [
          { reason: 'A stolen telephone', by: 'root', byName: 'Amel Root', at: '2026-01-04T09:00:00Z' },
        ],
      },
    }),
    'POST /superadmin/admins': () => orFail({ success: true, data: { id: 'again' } }),
    'POST /admin/users/:id/end-sessions': () => orFail({ success: true }),
    'DELETE /admin/users/:id': ({ params }) => {
      const answer = orFail({ success: true })
      everybody = everybody.filter(({ id }) => id !== params?.['id'])
      return answer
    },
  })
  const props = exampleProps(server.api, {
    id: 'root',
    role: 'super-admin',
    fullName: 'Amel Root',
    email: 'root@example.tn',
  })
  const shown = show(
    <ToastRegion>
      <UserManagement {...props} />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}
const rowOf = async (name: string) => {
  const header = await screen.findByRole('rowheader', { name: new RegExp(name) })
  const found = header.closest('tr')
  if (found === null) throw new Error(`${name} stands in no row`)
  return within(found)
}

// filters are kept in the address, so each test starts without them
beforeEach(() => history.replaceState(null, '', '/'))

describe('the super-admin’s user list', () => {
  it('shows User, Role, Verified or Unverified, Last Login and Actions', async () => {
    open()
    const nour = await rowOf('Nour Gharbi')
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'User',
      'Role',
      'Verified',
      'Last Login',
      'Actions',
    ])
    expect(nour.getByText('Student')).toBeTruthy()
    expect(nour.getByText('2 Mar 2026, 14:05')).toBeTruthy()
    const sami = await rowOf('Sami Trabelsi')
    expect(sami.getByText('Unverified')).toBeTruthy()
    expect(sami.getByText('Never')).toBeTruthy()
  })

  it('shows an administrator without a first login as invited, and invites again until the password is set', async () => {
    const { user, asked } = open({ invited: true })
    const imen = await rowOf('Imen Attia')
    expect(imen.getByText('Invited')).toBeTruthy()
    expect(imen.queryByText('Verified', { selector: '.ds-badge' })).toBeNull()
    const hedi = await rowOf('Hedi Attia')
    expect(hedi.getByText('Invited')).toBeTruthy()
    expect(hedi.queryByRole('button', { name: /^Invite again/ })).toBeNull()
    await user.click(imen.getByRole('button', { name: 'Invite again: Imen Attia' }))
    expect(await screen.findByText('The invitation is on its way')).toBeTruthy()
    expect(asked('POST /superadmin/admins')).toMatchObject([
      { body: { fullName: 'Imen Attia', email: 'imen@example.tn', role: 'admin' } },
    ])
  })

  it('filters by All, Students, Teachers, Parents, Admins and Super Admins', async () => {
    const { user } = open()
    await rowOf('Nour Gharbi')
    const filter = screen.getByLabelText('Role')
    expect(
      within(filter)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All', 'Students', 'Teachers', 'Parents', 'Admins', 'Super Admins'])
    await user.selectOptions(filter, 'Teachers')
    await waitFor(() => expect(screen.queryByText('Nour Gharbi')).toBeNull())
    expect(screen.getByText('Sami Trabelsi')).toBeTruthy()
  })

  it('searches by name or email', async () => {
    const { user, asked } = open()
    await user.type(screen.getByLabelText('Search'), 'sami')
    await waitFor(() => expect(asked('GET /admin/users').at(-1)?.query).toMatchObject({ q: 'sami' }))
  })

  it('approves a pending account', async () => {
    const { user, asked } = open()
    const sami = await rowOf('Sami Trabelsi')
    await user.click(sami.getByRole('button', { name: 'Approve Sami Trabelsi' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Sami Trabelsi is approved')).toBeTruthy()
    expect(asked('PUT /admin/users/:id/status')[0]).toMatchObject({
      params: { id: 'sami' },
      body: { status: 'approved', seen: 'pending' },
    })
  })

  it('says that it approves a rejected teacher, and shows the review file', async () => {
    const { user, asked } = open({ teacher: 'suspended' })
    const sami = await rowOf('Sami Trabelsi')
    expect(sami.queryByRole('button', { name: 'Reinstate Sami Trabelsi' })).toBeNull()
    await user.click(sami.getByRole('button', { name: 'Approve Sami Trabelsi' }))
    await waitFor(() => expect(asked('GET /admin/teachers/:id/review-file')).toHaveLength(1))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Sami Trabelsi is approved')).toBeTruthy()
    expect(asked('PUT /admin/users/:id/status')[0]).toMatchObject({
      body: { status: 'approved', seen: 'suspended' },
    })
  })

  it('lets a rejected teacher wait for a decision again', async () => {
    const { user, asked } = open({ teacher: 'suspended' })
    const sami = await rowOf('Sami Trabelsi')
    await user.click(sami.getByRole('button', { name: 'Review again: Sami Trabelsi' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Review again' }))
    expect(await screen.findByText('Sami Trabelsi is waiting for a decision again')).toBeTruthy()
    expect(asked('PUT /admin/users/:id/status')[0]).toMatchObject({
      body: { status: 'pending', seen: 'suspended' },
    })
  })

  /** Opens a person's data and decisions, and returns the dialog. */
  async function historyOf(user: ReturnType<typeof open>['user'], name: string) {
    await user.click((await rowOf(name)).getByRole('link', { name: `History of ${name}` }))
    const history = within(screen.getByRole('dialog', { name }))
    await history.findAllByRole('listitem')
    return history
  }

  it('ends all sessions of an account with a reason', async () => {
    const { user, asked } = open()
    const history = await historyOf(user, 'Nour Gharbi')
    const entries = history.getAllByRole('listitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^All sessions endedAmel Root\s· .*A stolen telephone$/),
      expect.stringMatching(/^ApprovedNadia\s· .*Diploma seen$/),
    ])
    await user.click(history.getByRole('button', { name: 'End sessions' }))
    const dialog = within(screen.getByRole('dialog', { name: 'End all sessions of Nour Gharbi?' }))
    await user.click(dialog.getByRole('button', { name: 'End sessions' }))
    expect(dialog.getByText('Please give a reason')).toBeTruthy()
    expect(asked('POST /admin/users/:id/end-sessions')).toEqual([])
    await user.type(dialog.getByLabelText(/Reason/), ' A lost telephone ')
    await user.click(dialog.getByRole('button', { name: 'End sessions' }))
    expect(await screen.findByText('All sessions of Nour Gharbi are ended')).toBeTruthy()
    expect(asked('POST /admin/users/:id/end-sessions')[0]).toMatchObject({
      params: { id: 'nour' },
      body: { reason: 'A lost telephone' },
    })
  })

  it.each(['Amel Root', 'Nour Gharbi'])('offers this not for %s', async (name) => {
    const { user } = open({ status: 'suspended' })
    const history = await historyOf(user, name)
    expect(history.queryByRole('button', { name: 'End sessions' })).toBeNull()
  })

  it('names the failed action when the server gives no reason', async () => {
    const { user } = open({ fails: true })
    const sami = await rowOf('Sami Trabelsi')
    await user.click(sami.getByRole('button', { name: 'Approve Sami Trabelsi' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Failed to approve user')).toBeTruthy()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await user.click(sami.getByRole('button', { name: 'Reject Sami Trabelsi' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Failed to reject user')).toBeTruthy()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await user.click(sami.getByRole('button', { name: 'Delete Sami Trabelsi' }))
    await user.click(screen.getByRole('button', { name: 'Delete User' }))
    expect(await screen.findByText('Failed to delete user')).toBeTruthy()
  })

  it('shows on approval that the person teaches at a public school, and what the law says', async () => {
    const { user } = open()
    const sami = await rowOf('Sami Trabelsi')
    expect(sami.getByText('Public school teacher')).toBeTruthy()
    await user.click(sami.getByRole('button', { name: 'Approve Sami Trabelsi' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('declared on 2 January 2026')).toBeTruthy()
    expect(dialog.getByText(/^Government Decree 2015-1619 forbids/)).toBeTruthy()
  })

  it('asks before it deletes, and offers no deletion of a super-admin', async () => {
    const { user, asked } = open()
    const root = await rowOf('Amel Root')
    expect(root.getByRole('link', { name: 'History of Amel Root' })).toBeTruthy()
    expect(root.queryAllByRole('button')).toEqual([])

    await user.click((await rowOf('Nour Gharbi')).getByRole('button', { name: 'Delete Nour Gharbi' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete User' }))
    expect(
      dialog.getByText(
        'Are you sure you want to delete Nour Gharbi? This action cannot be undone and will permanently remove all user data.',
      ),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(asked('DELETE /admin/users/:id')).toEqual([])

    await user.click((await rowOf('Nour Gharbi')).getByRole('button', { name: 'Delete Nour Gharbi' }))
    await user.click(screen.getByRole('button', { name: 'Delete User' }))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Nour Gharbi/ })).toBeNull())
    expect(asked('DELETE /admin/users/:id')[0]?.params).toEqual({ id: 'nour' })
  })
})
