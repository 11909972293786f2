import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { InviteDialog } from './invite-dialog.tsx'

async function invite(role: 'Admin' | 'Super Admin') {
  const { api, asked } = fakeApi({ 'POST /superadmin/admins': () => ({ success: true, data: { id: 'i' } }) })
  const invited: string[] = []
  const { user } = show(
    <ToastRegion>
      <InviteDialog api={api} onInvited={(as) => invited.push(as)} onClose={() => {}} />
    </ToastRegion>,
  )
  await user.click(screen.getByRole('radio', { name: role }))
  await user.type(screen.getByLabelText('Full name'), 'Imen Attia')
  await user.type(screen.getByLabelText('Email address'), 'imen@example.tn')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(invited).toHaveLength(1))
  return { body: asked('POST /superadmin/admins')[0]?.body, invited }
}

describe('Create Admin', () => {
  it.each([
    ['Admin', 'admin'],
    ['Super Admin', 'super-admin'],
  ] as const)('invites one as %s', async (name, role) => {
    const { body, invited } = await invite(name)
    expect(body).toEqual({ fullName: 'Imen Attia', email: 'imen@example.tn', role })
    expect(invited).toEqual([role])
  })
})
