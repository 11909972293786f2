import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { type Answer, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const stopped = (): Answer => ({ body: { success: true, message: 'The change is stopped.' } })

function open(search: string, answer = stopped) {
  history.replaceState(null, '', `/undo-email-change${search}`)
  return visit(<Page />, { answer })
}
const button = () => screen.getByRole('button', { name: 'This was not me' })

describe('“this was not me”', () => {
  it('does nothing before a click; then it posts the token and shows the next step', async () => {
    const { user, calls } = open('?token=abc')
    expect(location.href).not.toContain('abc')
    expect(calls).toEqual([])
    await user.click(button())
    expect(await screen.findByText('The change is stopped.')).toBeTruthy()
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/auth/email/undo', { token: 'abc' }]])
    const link = screen.getByRole('link', { name: 'Choose a new password' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
  })

  it('says what is wrong with an expired link, or if it is missing', async () => {
    const first = open('?token=abc', () =>
      refusal(404, 'EMAIL_CHANGE_LINK_UNKNOWN', 'This link is no longer valid'),
    )
    await first.user.click(button())
    expect(await screen.findByText('This link is no longer valid')).toBeTruthy()
    cleanup()
    history.replaceState(null, '', '/')
    const { user } = open('')
    await user.click(button())
    expect(screen.getByText('Please open this page by the link in our email.')).toBeTruthy()
  })
})
