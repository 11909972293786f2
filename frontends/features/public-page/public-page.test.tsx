import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { OwnPhoto } from './own-photo.tsx'
import { PublicPageCard } from './public-page-card.tsx'

const success = <T,>(data: T) => ({ success: true, data })
const fail = (given: Parameters<typeof refusal>[0]) => () => {
  throw refusal(given)
}

describe('the own photo', () => {
  const photoOf = (head: string) => new File([Uint8Array.from(head, (each) => each.charCodeAt(0))], 'photo')
  const png = photoOf('\x89PNG\r\n\x1a\n')
  const sending = {
    'POST /materials/uploads': () => success({ id: 'u', size: 8, offset: 0 }),
    'PATCH /materials/uploads/:id': () => new Response(null, { status: 204 }),
  }
  const open = async (put: () => unknown) => {
    const server = fakeApi({
      ...sending,
      'GET /me/photo': () => success({ photo: null, waiting: false }),
      'PUT /me/photo': put,
    })
    show(<OwnPhoto api={server.api} name="Amal" />)
    const input = await screen.findByLabelText('Your photo')
    // not user.upload, which obeys the input's list of types; browsers let people choose another file
    const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } })
    return { ...server, choose }
  }

  it('is refused before sending if it is no picture, and looks like an error', async () => {
    const { asked, choose } = await open(() => success({ photo: 'new', waiting: true }))
    choose(photoOf('%PDF-1.7'))
    const error = await screen.findByRole('alert')
    expect(error.className).toBe('ds-error')
    expect(asked('PUT /me/photo')).toHaveLength(0)
    choose(png)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(() => expect(asked('PUT /me/photo')).toMatchObject([{ body: { upload: 'u' } }]))
  })

  it('is refused by the server with its reason', async () => {
    const { choose } = await open(
      fail({ status: 400, code: 'PICTURE_TOO_LARGE', message: 'Too many pixels' }),
    )
    choose(png)
    expect((await screen.findByRole('alert')).textContent).toBe('Too many pixels')
  })
})

describe('the public page', () => {
  const page = { enabled: false, slug: 'amal', proposal: 'amal', reachable: false }
  const open = async (put: () => unknown) => {
    const server = fakeApi({ 'GET /me/public-page': () => success(page), 'PUT /me/public-page': put })
    const { user } = show(
      <ToastRegion>
        <PublicPageCard api={server.api} />
      </ToastRegion>,
    )
    return { ...server, user, toggle: await screen.findByRole('switch') }
  }

  it('is switched on at once, and says so', async () => {
    const { user, toggle, asked } = await open(() => success({ ...page, enabled: true, reachable: true }))
    await user.click(toggle)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true))
    expect(asked('PUT /me/public-page')[0]?.body).toEqual({ enabled: true, slug: 'amal' })
  })

  it('shows why its address is refused, until another one is typed', async () => {
    const { user, toggle } = await open(fail({ message: 'This address is taken' }))
    await user.click(toggle)
    await screen.findByText('This address is taken')
    await user.type(screen.getByRole('textbox'), '2')
    await waitFor(() => expect(screen.queryByText('This address is taken')).toBeNull())
  })
})
