import { readSession, writeSession } from '@darsi/client/session/session.ts'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { takeOver } from '../../links/kept-token.ts'
import { keepPlace } from '../../session/return-place.ts'
import { challengeOfSeven, provenNumber } from '../test/challenge.ts'
import { type Answer, type Call, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

const entered = (redirectTo: string): Answer => ({
  body: {
    success: true,
    token: 'the-token',
    user: { id: 'u1', role: 'student', fullName: 'Mariem', email: 'm@example.tn', isVerified: true },
    redirectTo,
  },
})

function open(
  answer: (call: Call) => Answer | 'offline' = () => entered('/student/dashboard'),
  demo = false,
) {
  const went: string[] = []
  const config = async () => ({ remotes: {}, demo })
  return { ...visit(<Page go={(path) => went.push(path)} config={config} />, { answer }), went }
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

async function logIn(user: UserEvent) {
  await user.type(field(/^Email address/), 'm@example.tn')
  await user.type(field(/^Password/), 'jasmine-tea-house')
  await press(user, 'Log in')
}

describe('login', () => {
  it('spec §2: stores the session and goes to the address from the server', async () => {
    const { user, calls, went } = open()
    await logIn(user)
    await waitFor(() => expect(went).toEqual(['/student/dashboard']))
    expect(calls[0]?.body).toEqual({ email: 'm@example.tn', password: 'jasmine-tea-house' })
    expect(readSession()).toEqual({
      token: 'the-token',
      user: { id: 'u1', role: 'student', fullName: 'Mariem' },
    })
  })

  it('says why it cannot work in a browser that keeps no site data, without a session that nobody uses', async () => {
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no site data', 'SecurityError')
    })
    const { user, calls, went } = open()
    await logIn(user)
    expect(await screen.findByText(/Your browser keeps no data of this site/)).toBeTruthy()
    expect([calls, went]).toEqual([[], []])
    setItem.mockRestore()
    await press(user, 'Log in')
    await waitFor(() => expect(went).toEqual(['/student/dashboard']))
  })

  it('notices a blank around the password, which a copy brings along', async () => {
    const { user } = open()
    await user.type(field(/^Password/), ' jasmine')
    expect(screen.getByText('The password begins or ends with a blank.')).toBeTruthy()
    await user.clear(field(/^Password/))
    await user.type(field(/^Password/), 'jasmine')
    expect(screen.queryByText('The password begins or ends with a blank.')).toBeNull()
  })

  it('by the link for the own data at 18 leaves nothing that another account wrote in this browser', async () => {
    takeOver.keep('abc')
    sessionStorage.setItem('darsi-draft/u2/note', '"hers"')
    const { user, went } = open()
    await logIn(user)
    await waitFor(() => expect(went).toEqual(['/take-over']))
    expect(Object.keys(sessionStorage)).toEqual(['darsi-take-over'])
  })

  it.each(['', 'https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'])(
    'goes home for “%s”, which is no place of this site',
    async (redirectTo) => {
      const { user, went } = open(() => entered(redirectTo))
      await logIn(user)
      await waitFor(() => expect(went).toEqual(['/']))
    },
  )

  it('spec §5: both fields are required; typing clears the error', async () => {
    const { user, calls } = open()
    await press(user, 'Log in')
    expect(screen.getByText('Please fill in all required fields')).toBeTruthy()
    expect(field(/^Email address/)).toBe(document.activeElement)
    await user.type(field(/^Email address/), 'm')
    expect(screen.queryByText('Please fill in all required fields')).toBeNull()
    expect(calls).toEqual([])
  })

  it('shows and hides the password', async () => {
    const { user } = open()
    await press(user, 'Show password')
    expect(field(/^Password/).type).toBe('text')
  })

  it('spec §2: links to forgot password and registration', () => {
    open()
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/registration')
  })
})

describe('login after the end of a session', () => {
  const place = '/student/dashboard?tab=my-sessions'

  it('says why the session ended, and returns to the page where it ended', async () => {
    keepPlace({ path: place, account: 'u1' })
    const { user, went } = open()
    expect(screen.getByText(/Your session has ended/)).toBeTruthy()
    await logIn(user)
    await waitFor(() => expect(went).toEqual([place]))
  })

  it('leads a visitor to the followed link without mentioning a session', async () => {
    keepPlace({ path: place, account: null })
    const { user, went } = open()
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
    await logIn(user)
    await waitFor(() => expect(went).toEqual([place]))
  })

  it('sends a signed-in user to the dashboard', async () => {
    writeSession({ token: 't', user: { id: 'u1', role: 'parent', fullName: 'Salma' } })
    const { went } = open()
    await waitFor(() => expect(went).toEqual(['/parent/dashboard']))
  })
})

describe('a failed login', () => {
  it.each([
    [401, 'LOGIN_FAILED', 'Login failed. Please check your credentials.'],
    [403, 'ACCOUNT_PENDING', 'Your account is waiting for approval by the Super Administrator.'],
    [403, 'ACCOUNT_SUSPENDED', 'This account is suspended. Please contact support.'],
    [429, 'RATE_LIMITED', 'Too many attempts. Please try again in 12 min.'],
    [500, 'INTERNAL', 'Something went wrong on our side. Please try again.'],
  ])('%s %s: says so and loses nothing', async (status, code, message) => {
    const { user, went } = open(() => refusal(status, code, message))
    await logIn(user)
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(field(/^Email address/).value).toBe('m@example.tn')
    expect(field(/^Password/).value).toBe('jasmine-tea-house')
    expect(went).toEqual([])
    expect(readSession()).toBeNull()
  })

  it('spec §8: shows a network failure', async () => {
    const { user } = open(() => 'offline')
    await logIn(user)
    expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
  })

  it('links a suspended account to support', async () => {
    const { user } = open(() => refusal(403, 'ACCOUNT_SUSPENDED', 'This account is suspended.'))
    await logIn(user)
    expect((await screen.findByRole('link', { name: 'Contact support' })).getAttribute('href')).toBe(
      '/contact',
    )
  })

  it('can send the mail to an unverified address again', async () => {
    const { user, calls } = open(({ path }) =>
      path === '/auth/login'
        ? refusal(403, 'EMAIL_NOT_VERIFIED', 'Please verify your email address before logging in.')
        : {
            body: {
              success: true,
              message: 'New verification email sent to m@example.tn. Please check your inbox.',
            },
          },
    )
    await logIn(user)
    await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))
    expect(
      await screen.findByText('New verification email sent to m@example.tn. Please check your inbox.'),
    ).toBeTruthy()
    expect(calls.at(-1)).toMatchObject({ path: '/auth/resend-verification', body: { email: 'm@example.tn' } })
  })

  it('solves a proof of work for a busy address without the visitor’s action', async () => {
    const challenge = await challengeOfSeven()
    const { user, calls, went } = open(({ path, body }) => {
      if (path === '/auth/challenge') return { body: challenge }
      return 'altcha' in body
        ? entered('/student/dashboard')
        : refusal(403, 'PROOF_OF_WORK_REQUIRED', 'Please confirm that you are not a robot')
    })
    await logIn(user)
    await waitFor(() => expect(went).toEqual(['/student/dashboard']))
    expect(provenNumber(calls.at(-1)?.body['altcha'])).toBe(7)
  })
})

describe('login with a second factor', () => {
  const withFactor = (factor: Answer) => (call: Call) =>
    call.path === '/auth/login'
      ? refusal(401, 'MFA_REQUIRED', 'Please enter the code', { challenge: 'c1' })
      : factor

  it('asks for the code and continues', async () => {
    const { user, calls, went } = open(withFactor(entered('/admin/dashboard')))
    await logIn(user)
    const code = await screen.findByLabelText('Code')
    expect(code).toBe(document.activeElement)
    await user.type(code, '123456')
    await press(user, 'Verify and log in')
    await waitFor(() => expect(went).toEqual(['/admin/dashboard']))
    expect(calls.at(-1)).toMatchObject({
      path: '/auth/login/factor',
      body: { challenge: 'c1', code: '123456' },
    })
  })

  it('makes an admin without a factor set one up first, and continues once the recovery codes are saved', async () => {
    const enrolment = {
      challenge: 'c1',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Darsi:m?secret=JBSWY3DPEHPK3PXP',
    }
    const first = entered('/admin/dashboard')
    const { user, went } = open(({ path }) =>
      path === '/auth/login'
        ? refusal(
            403,
            'MFA_ENROLMENT_REQUIRED',
            'Administrators must set up a second factor first',
            enrolment,
          )
        : { ...first, body: { ...first.body, recoveryCodes: ['aaaa-1111'] } },
    )
    await logIn(user)
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await user.type(screen.getByLabelText('Code'), '123456')
    await press(user, 'Verify and log in')
    expect(await screen.findByText('aaaa-1111')).toBeTruthy()
    expect(went).toEqual([])
    await press(user, 'I have saved them')
    expect(went).toEqual(['/admin/dashboard'])
  })

  it('shows the error of a wrong code at its field', async () => {
    const { user } = open(
      withFactor(refusal(401, 'MFA_CODE_WRONG', 'This code is not correct or was already used')),
    )
    await logIn(user)
    await user.type(await screen.findByLabelText('Code'), '000000')
    await press(user, 'Verify and log in')
    expect(await screen.findByText('This code is not correct or was already used')).toBeTruthy()
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true')
  })

  it('starts again after an expired challenge, with the input kept', async () => {
    const { user } = open(withFactor(refusal(401, 'MFA_CHALLENGE_EXPIRED', 'This sign-in took too long.')))
    await logIn(user)
    await user.type(await screen.findByLabelText('Code'), '000000')
    await press(user, 'Verify and log in')
    expect(await screen.findByText('This sign-in took too long.')).toBeTruthy()
    expect(field(/^Email address/).value).toBe('m@example.tn')
  })
})

describe('demo accounts', () => {
  it('are listed only in a demo, and fill in the form', async () => {
    const { user, unmount } = open()
    await waitFor(() => expect(screen.queryByText('Demo accounts')).toBeNull())
    unmount()
    open(undefined, true)
    for (const { email } of demoAccounts) expect(await screen.findByText(email)).toBeTruthy()
    await press(user, 'Use the demo account: Teacher')
    expect(field(/^Email address/).value).toBe('teacher@demo.darsi.example')
    expect(field(/^Password/).value).toBe(demoPassword)
  })
})
