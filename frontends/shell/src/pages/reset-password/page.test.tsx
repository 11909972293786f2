import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { type Answer, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

function open(
  search: string,
  answer: Answer = { body: { success: true, message: 'Your password has been changed.' } },
) {
  history.replaceState(null, '', `/reset-password${search}`)
  return visit(<Page />, { answer: () => answer })
}

const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const save = () => screen.getByRole('button', { name: 'Save password' })

describe('reset password', () => {
  it('sets the password with the token of the link, and removes it from the address', async () => {
    const { user, calls } = open('?token=abc')
    expect(location.href).not.toContain('abc')
    await user.type(password(), 'jasmine-tea-house')
    await user.click(save())
    expect(await screen.findByText('Your password has been changed.')).toBeTruthy()
    expect(calls[0]?.body).toEqual({ token: 'abc', password: 'jasmine-tea-house' })
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login')
    expect(JSON.stringify(history.state)).not.toContain('abc')
  })

  it('spec §9: at least 8 characters', async () => {
    const { user, calls } = open('?token=abc')
    await user.type(password(), 'short')
    await user.click(save())
    expect(screen.getByText('Password must be at least 8 characters long')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('shows the error of a common password at the field', async () => {
    const { user } = open('?token=abc', refusal(400, 'PASSWORD_COMMON', 'This password is too easy to guess'))
    await user.type(password(), 'password123')
    await user.click(save())
    expect(await screen.findByText('This password is too easy to guess')).toBeTruthy()
    expect(password().value).toBe('password123')
  })

  it.each(['', '?token=abc'])('offers a new link if this one does not work (%s)', async (search) => {
    const { user } = open(
      search,
      refusal(400, 'RESET_LINK_INVALID', 'This reset link is not valid or has expired.'),
    )
    if (search !== '') {
      await user.type(password(), 'jasmine-tea-house')
      await user.click(save())
    }
    expect(await screen.findByText(/This reset link is not valid or has expired/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  })
})
