import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { SecurityPanel } from './security-panel.tsx'

const at = '2026-03-02T13:05:00Z'
const session = (id: string, device: string, current: boolean) => ({
  id,
  device,
  current,
  createdAt: at,
  lastUsedAt: at,
})
const refused = (status: number, code: string, message: string) => refusal({ status, code, message })
const ownFiles = [
  { id: 'f', name: 'old.pdf', type: 'application/pdf', size: 290_000_000 },
  { id: 'g', name: 'older.pdf', type: 'application/pdf', size: 5_000_000 },
]
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `code-${index}`)

/** @param lost the answer to the confirmation of a factor does not arrive */
function account({ lost = false } = {}) {
  let sessions = [session('a', 'Chrome on Android', false), session('b', 'Firefox on Linux', true)]
  let factors: object[] = []
  const server = fakeApi({
    'GET /auth/sessions': () => ({ success: true, data: sessions }),
    'DELETE /auth/sessions/:id': ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params?.['id'])
      return { success: true }
    },
    'DELETE /auth/sessions': () => {
      sessions = sessions.filter(({ current }) => current)
      return { success: true }
    },
    'PUT /auth/password': ({ body }) => {
      if (!JSON.stringify(body).includes('"currentPassword":"right')) {
        throw refused(403, 'PASSWORD_WRONG', 'The current password is not correct')
      }
      return { success: true }
    },
    'PUT /auth/email': ({ body }) => {
      if (!JSON.stringify(body).includes('"password":"right')) {
        throw refused(403, 'PASSWORD_WRONG', 'The current password is not correct')
      }
      return { success: true }
    },
    'GET /materials/uploads': () => ({ success: true, data: { used: 300_000_000, files: ownFiles } }),
    'DELETE /materials/uploads/:id': () => ({ success: true }),
    'DELETE /me': () => {
      throw refused(403, 'PASSWORD_WRONG', 'The current password is not correct')
    },
    'GET /me/export': () => {
      throw refused(503, 'UNAVAILABLE', 'This is not available at the moment')
    },
    'GET /auth/factors': () => ({
      success: true,
      data: { factors, recoveryCodesLeft: factors.length > 0 ? 10 : 0 },
    }),
    'POST /auth/factors': () => ({
      success: true,
      data: { id: 'f', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Darsi:a?secret=JBSWY3DPEHPK3PXP' },
    }),
    'POST /auth/factors/:id/verify': ({ body }) => {
      if (!JSON.stringify(body).includes('123456')) throw refused(401, 'MFA_CODE_WRONG', 'This code is wrong')
      factors = [{ id: 'f', name: 'My phone', verified: true, createdAt: at }]
      if (lost) throw refused(0, 'UNREACHABLE', 'No answer')
      return { success: true, data: { recoveryCodes } }
    },
    'DELETE /auth/factors/:id': () => {
      factors = []
      return { success: true }
    },
  })
  const shown = show(
    <ToastRegion>
      <SecurityPanel api={server.api} />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the security panel', () => {
  it('changes the password, and says beside its field when the current one is wrong', async () => {
    const { user, asked } = account()
    await user.type(screen.getByLabelText('Current password'), 'wrong one')
    await user.type(screen.getByLabelText('New password'), 'olive branch kitchen')
    await user.click(await button('Change password'))
    expect(await screen.findByText('The current password is not correct')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))

    await user.clear(screen.getByLabelText('Current password'))
    await user.type(screen.getByLabelText('Current password'), 'right one')
    await user.click(await button('Change password'))
    expect(await screen.findByText('Your password is changed')).toBeTruthy()
    expect(asked('PUT /auth/password').at(-1)?.body).toEqual({
      currentPassword: 'right one',
      newPassword: 'olive branch kitchen',
    })
  })

  it('does not send a password that is too short', async () => {
    const { user, asked } = account()
    await user.type(screen.getByLabelText('Current password'), 'right one')
    await user.type(screen.getByLabelText('New password'), 'short')
    await user.click(await button('Change password'))
    expect(screen.getByText('The new password must have at least 8 characters')).toBeTruthy()
    expect(asked('PUT /auth/password')).toEqual([])
  })

  it('asks for a new address with the password, and says that a link is on its way', async () => {
    const { user, asked } = account()
    await user.type(screen.getByLabelText('New email address'), 'amal@')
    await user.click(await button('Change email address'))
    expect(screen.getByText('Please enter a valid email address')).toBeTruthy()
    await user.type(screen.getByLabelText('New email address'), 'example.tn')
    await user.type(screen.getByLabelText('Your password'), 'right one')
    await user.click(await button('Change email address'))
    expect(
      await screen.findByText(/If no other account has amal@example.tn, we have sent a link/),
    ).toBeTruthy()
    expect(asked('PUT /auth/email')).toEqual([
      { key: 'PUT /auth/email', body: { email: 'amal@example.tn', password: 'right one' } },
    ])
  })

  it('shows how much storage is used, and removes an old file after a question', async () => {
    writeSession({ token: 't', user: { id: 's', role: 'student', fullName: 'S' } })
    const { user, asked } = account()
    await user.click(await button('My files'))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('28% of 1 GB is used.')
    await user.click(dialog.getByRole('button', { name: 'Remove old.pdf' }))
    expect(asked('DELETE /materials/uploads/:id')).toEqual([])
    const question = within(screen.getByRole('alertdialog', { name: 'Remove old.pdf?' }))
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(dialog.queryByRole('alertdialog')).toBeNull())
    expect(dialog.queryByRole('button', { name: 'Remove old.pdf' })).toBeNull()
    const next = dialog.getByRole('button', { name: 'Remove older.pdf' })
    expect(next.closest('li')?.contains(document.activeElement)).toBe(true)
    await user.click(next)
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await dialog.findByText('No file is old enough to be removed yet.')
    dialog.getByText('0% of 1 GB is used.')
    expect(dialog.queryByRole('list')).toBeNull()
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close' }))
    expect(asked('DELETE /materials/uploads/:id')).toMatchObject([
      { params: { id: 'f' } },
      { params: { id: 'g' } },
    ])
    clearSession()
  })

  it('says why the data cannot be exported now', async () => {
    const { user, asked } = account()
    await user.click(await button('Download my data'))
    expect(await screen.findByText('This is not available at the moment')).toBeTruthy()
    expect(asked('GET /me/export')).toHaveLength(1)
  })

  it('closes the account only by a dialog that says what is lost and takes the password', async () => {
    writeSession({ token: 't', user: { id: 'p', role: 'parent', fullName: 'P' } })
    const { user, asked } = account()
    await user.click(await button('Delete my account'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/The data of children who have no other guardian/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(asked('DELETE /me')).toEqual([])
    await user.type(dialog.getByLabelText('Password'), 'wrong one')
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await dialog.findByText('The current password is not correct')).toBeTruthy()
    clearSession()
  })

  it('is never offered to the super-admin', async () => {
    writeSession({ token: 't', user: { id: 's', role: 'super-admin', fullName: 'S' } })
    account()
    await button('Download my data')
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
    clearSession()
  })

  it('asks administrators for fifteen characters', async () => {
    writeSession({ token: 't', user: { id: 'a', role: 'admin', fullName: 'A' } })
    const { user, asked } = account()
    expect(screen.getByText(/At least 15 characters/)).toBeTruthy()
    await user.type(screen.getByLabelText('Current password'), 'right one')
    await user.type(screen.getByLabelText('New password'), 'fourteen chars')
    await user.click(await button('Change password'))
    expect(screen.getByText('The new password must have at least 15 characters')).toBeTruthy()
    expect(asked('PUT /auth/password')).toEqual([])
    clearSession()
  })

  it('lists the devices, this one first, and signs one of the others out', async () => {
    const { user } = account()
    await screen.findByText('Chrome on Android')
    const devices = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(devices[0]).toContain('Firefox on Linux')
    expect(devices[0]).toContain('This device')
    await user.click(await button('Log out Chrome on Android'))
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  })

  it('signs all other devices out after asking', async () => {
    const { user, asked } = account()
    await user.click(await button('Log out all other devices'))
    expect(asked('DELETE /auth/sessions')).toEqual([])
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  })

  it('sets up a second factor, shows ten recovery codes once and removes it with the password', async () => {
    const { user, asked } = account()
    await user.click(await button('Add an authenticator app'))
    await user.type(screen.getByLabelText(/^Name of the device/), 'My phone')
    await user.click(await button('Continue'))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code of the key' })).toBeTruthy()
    expect(screen.getByText('otpauth://totp/Darsi:a?secret=JBSWY3DPEHPK3PXP')).toBeTruthy()

    await user.type(screen.getByLabelText('Code from the app'), '000000')
    await user.click(await button('Verify and turn on'))
    expect(await screen.findByText('This code is wrong')).toBeTruthy()
    await user.clear(screen.getByLabelText('Code from the app'))
    await user.type(screen.getByLabelText('Code from the app'), '123 456')
    await user.click(await button('Verify and turn on'))

    const heading = await screen.findByRole('heading', { name: 'Your recovery codes' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    for (const code of recoveryCodes) expect(screen.getByText(code)).toBeTruthy()
    await user.click(await button('I have saved them'))
    expect(screen.queryByText('code-0')).toBeNull()
    expect(await screen.findByText('10 recovery codes left')).toBeTruthy()

    await user.click(await button('Remove My phone'))
    await user.type(screen.getByLabelText('Password'), 'right one')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove My phone' })).toBeNull())
    expect(asked('DELETE /auth/factors/:id')[0]?.body).toEqual({ password: 'right one' })
  })

  it('shows a second factor that is on although the answer to its code was lost', async () => {
    const { user } = account({ lost: true })
    await user.click(await button('Add an authenticator app'))
    await user.click(await button('Continue'))
    await user.type(await screen.findByLabelText('Code from the app'), '123456')
    await user.click(await button('Verify and turn on'))
    expect(await screen.findByText('No answer')).toBeTruthy()
    await user.click(await button('Cancel'))
    expect(await button('Remove My phone')).toBeTruthy()
  })
})
