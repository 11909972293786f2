import { ApiError } from '@darsi/client/api/api-error.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { ProfilePanel } from './profile-panel.tsx'

const stored = {
  id: 't',
  email: 'sami@example.tn',
  full_name: 'Sami Trabelsi',
  phone: '+21620123456',
  role: 'teacher',
  location: {
    governorate: 'Sfax',
    delegation: '',
    municipality: '',
    local_area: '',
    service_radius: 10,
    governorate_id: 15,
    delegation_id: null,
    municipality_id: null,
  },
  roleData: {},
  version: 3,
}

function open({ answered = Promise.resolve() } = {}) {
  let profile = stored
  const server = fakeApi({
    'GET /me/profile': () => ({ success: true, data: profile }),
    'PATCH /me/profile': async ({ body }) => {
      await answered
      // `as`: the panel sends the body that the contract declares
      const { version, ...given } = body as typeof stored
      if (version !== profile.version) {
        throw new ApiError({
          status: 409,
          code: 'STALE_VERSION',
          message: 'This was changed elsewhere in the meantime.',
          errors: [],
          retryAfter: null,
          requestId: null,
          body: null,
        })
      }
      profile = { ...profile, ...given, version: version + 1 }
      return { success: true, data: profile }
    },
  })
  const shown = show(
    <ToastRegion>
      <ProfilePanel api={server.api} />
    </ToastRegion>,
  )
  const elsewhere = (change: Partial<typeof stored>) => {
    profile = { ...profile, ...change, version: profile.version + 1 }
  }
  return { ...server, ...shown, elsewhere, profile: () => profile }
}

const phone = () => screen.getByLabelText<HTMLInputElement>('Phone')

describe('the own profile', () => {
  it('has full name and email read-only, and says why', async () => {
    open()
    const name = await screen.findByLabelText<HTMLInputElement>('Full name')
    expect(name.readOnly).toBe(true)
    expect(screen.getByText('Full name cannot be changed')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
    expect(screen.getByText('You can change it under “Security”')).toBeTruthy()
    expect(screen.getByText('ST')).toBeTruthy()
  })

  it('sends only what was changed', async () => {
    const { user, asked } = open()
    const radius = await screen.findByLabelText(/Service radius/)
    await user.clear(radius)
    await user.type(radius, '25')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    await screen.findByText('Your details are saved')
    expect(asked('PATCH /me/profile')[0]?.body).toEqual({
      version: 3,
      location: { ...stored.location, service_radius: 25 },
    })
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('keeps what is typed while it is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user, profile } = open({ answered: promise })
    const radius = await screen.findByLabelText<HTMLInputElement>(/Service radius/)
    await user.clear(radius)
    await user.type(radius, '25')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    await user.clear(phone())
    await user.type(phone(), '+21655555555')
    resolve()
    await screen.findByText('Your details are saved')
    expect(phone().value).toBe('+21655555555')
    expect(radius.value).toBe('25')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    await waitFor(() => expect(profile().phone).toBe('+21655555555'))
    expect(profile().location.service_radius).toBe(25)
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  })

  it('choosing a governorate clears delegation and municipality', async () => {
    const { user, asked } = open()
    await user.selectOptions(await screen.findByLabelText('Governorate'), 'Tunis')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    await waitFor(() =>
      expect(asked('PATCH /me/profile')[0]?.body).toMatchObject({
        location: { governorate_id: 1, delegation: '', delegation_id: null, municipality: '' },
      }),
    )
  })

  it('keeps the typed text after a conflict with another tab, and overwrites the newer values on request', async () => {
    const { user, elsewhere, profile } = open()
    await screen.findByLabelText('Full name')
    elsewhere({ phone: '+21699999999' })
    await user.clear(phone())
    await user.type(phone(), '+21655555555')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    await screen.findByText('This was changed elsewhere in the meantime.')
    expect(phone().value).toBe('+21655555555')
    await user.click(screen.getByRole('button', { name: 'Keep mine and save again' }))
    await screen.findByText('Your details are saved')
    expect(profile()).toMatchObject({ phone: '+21655555555', version: 5 })
  })

  it('shows the newer values after a conflict with another tab on request', async () => {
    const { user, elsewhere } = open()
    await screen.findByLabelText('Full name')
    elsewhere({ phone: '+21699999999' })
    await user.type(phone(), '7')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    await user.click(await screen.findByRole('button', { name: 'Show the newer values' }))
    await waitFor(() => expect(phone().value).toBe('+21699999999'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
