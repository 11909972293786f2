import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { passMailedLink } from '../../links/link-token.ts'
import { type Answer, type Call, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const verified = (): Answer => ({
  body: { success: true, message: 'Your email has been successfully verified!' },
})

function open(search: string, answer: (call: Call) => Answer | 'offline' = verified) {
  history.replaceState(null, '', `/verify-email${search}`)
  return visit(<Page />, { answer })
}

const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('email verification', () => {
  it('spec §2: shows progress, posts the token once and links to login and home', async () => {
    const { calls } = open('?token=abc#email=m%40example.tn')
    expect(screen.getByText('We are verifying your email address.')).toBeTruthy()
    await heading('Email verified')
    expect(screen.getByText('Your email has been successfully verified!')).toBeTruthy()
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/auth/verify-email', { token: 'abc' }]])
    expect([link('Go to Login'), link('Go to Home')]).toEqual(['/login', '/'])
  })

  it('removes the token from the address, but keeps it over a reload', async () => {
    const { unmount } = open('?token=abc#email=m%40example.tn')
    await heading('Email verified')
    expect(location.href).not.toContain('abc')
    unmount()
    const { calls } = visit(<Page />, { answer: verified })
    await heading('Email verified')
    expect(calls[0]?.body).toEqual({ token: 'abc' })
  })

  it('spec §8: shows a link without a token', async () => {
    const { calls } = open('')
    await heading('The link is not valid')
    expect(screen.getByText('Invalid verification link. No token provided.')).toBeTruthy()
    expect(calls).toEqual([])
    expect([link('Register again'), link('Go to Home')]).toEqual(['/registration', '/'])
  })

  it.each([
    [
      400,
      'The link has expired',
      'This verification link has expired. Please request a new verification email.',
    ],
    [
      404,
      'The link is not valid',
      'Invalid verification token. Please check your email for the correct link.',
    ],
    [500, 'That did not work', 'Something went wrong on our side. Please try again.'],
  ])('spec §4: %s', async (status, title, message) => {
    open('?token=abc', () => refusal(status, 'SOME_CODE', message))
    await heading(title)
    expect(screen.getByText(message)).toBeTruthy()
  })

  it.each([
    [400, 'This verification link has expired. Please request a new verification email.'],
    [404, 'Invalid verification token. Please check your email for the correct link.'],
  ])('spec §8: %s without a message', async (status, message) => {
    open('?token=abc', () => ({ status, body: {} }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('spec §4: treats an answer without success as a failure', async () => {
    open('?token=abc', () => ({ body: { success: false } }))
    await heading('That did not work')
    expect(screen.getByText('Email verification failed. Please try again.')).toBeTruthy()
  })

  it('keeps the token when the language is changed', async () => {
    const { unmount } = open('?token=abc')
    await heading('Email verified')
    passMailedLink()
    unmount()
    history.pushState(null, '', '/fr/verify-email')
    const { calls } = visit(<Page />, { answer: verified })
    await heading('Email verified')
    expect(calls[0]?.body).toEqual({ token: 'abc' })
    expect(location.href).not.toContain('abc')
  })

  it('can be tried again after a network failure', async () => {
    let online = false
    const { user, calls } = open('?token=abc', () => (online ? verified() : 'offline'))
    expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
    online = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await heading('Email verified')
    expect(calls).toHaveLength(2)
  })
})

describe('an account that was used before its address was confirmed', () => {
  const asked = refusal(403, 'VERIFICATION_PASSWORD_REQUIRED', 'Somebody has already signed in')
  const wrong = refusal(403, 'PASSWORD_WRONG', 'The current password is not correct')
  const server = ({ body }: Call) => {
    const { password } = body as { password?: string }
    return password === undefined ? asked : password === 'right' ? verified() : wrong
  }

  it('is confirmed with its password, or else by setting a new one', async () => {
    const { user, calls } = open('?token=abc', server)
    await heading('Is this your account?')
    expect(screen.getByText('Somebody has already signed in')).toBeTruthy()
    expect(link('I did not register, or I forgot the password')).toBe('/forgot-password')
    const confirm = async (password: string) => {
      await user.type(screen.getByLabelText('Password of the account'), password)
      await user.click(screen.getByRole('button', { name: 'Confirm' }))
    }
    await confirm('wrong')
    expect(await screen.findByText('The current password is not correct')).toBeTruthy()
    await confirm('right')
    await heading('Email verified')
    expect(calls.at(-1)?.body).toEqual({ token: 'abc', password: 'right' })
  })
})

describe('another verification mail', () => {
  const expired = refusal(400, 'VERIFICATION_LINK_EXPIRED', 'This verification link has expired.')

  it('is sent to the address of the link', async () => {
    const { user, calls } = open('?token=abc#email=m%40example.tn', ({ path }) =>
      path === '/auth/verify-email' ? expired : { body: { success: true } },
    )
    await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))
    expect(
      await screen.findByText('New verification email sent to m@example.tn. Please check your inbox.'),
    ).toBeTruthy()
    expect(calls.at(-1)?.body).toEqual({ email: 'm@example.tn' })
  })

  it('spec §8: asks for a missing address', async () => {
    const { user, calls } = open('?token=abc', () => expired)
    await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))
    expect(screen.getByText('Unable to resend verification email. Email address not found.')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  it('spec §8: shows a failure', async () => {
    const { user } = open('?token=abc#email=m%40example.tn', ({ path }) =>
      path === '/auth/verify-email' ? expired : refusal(500, 'INTERNAL', 'Something went wrong'),
    )
    await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))
    await waitFor(() =>
      expect(
        screen.getByText('Failed to resend verification email. Please try again or contact support.'),
      ).toBeTruthy(),
    )
  })
})
