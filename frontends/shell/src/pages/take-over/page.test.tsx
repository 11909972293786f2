import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { takeOver } from '../../links/kept-token.ts'
import { type Answer, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  clearSession()
  takeOver.forget()
  history.replaceState(null, '', '/')
})

function open(search: string, role: 'parent' | 'student' | null, answer: () => Answer) {
  if (role !== null) writeSession({ token: 'x', user: { id: 's', role, fullName: 'Adam' } })
  history.replaceState(null, '', `/take-over${search}`)
  return visit(<Page />, { answer })
}
const done = (): Answer => ({ body: { success: true, data: {} } })

describe('the link by which an adult takes over the account', () => {
  it('leads a visitor to an account of their own, and is kept meanwhile', async () => {
    open('?token=abc', null, done)
    const register = await screen.findByRole('link', { name: 'Create my account' })
    expect(register.getAttribute('href')).toBe('/registration?type=student')
    expect(takeOver.kept()).toBe('abc')
    expect(location.href).not.toContain('abc')
  })

  it('takes over on confirmation, and deletes the link', async () => {
    const { calls, user } = open('?token=abc', 'student', done)
    await user.click(await screen.findByRole('button', { name: 'Take over' }))
    await screen.findByRole('heading', { name: 'The account is yours' })
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/children/take-over', { token: 'abc' }]])
    expect(takeOver.kept()).toBeNull()
  })

  it('cannot be used by a guardian, and says when it is not valid any more', async () => {
    open('?token=abc', 'parent', done)
    expect(await screen.findByText(/Only an account of your own/)).toBeTruthy()
    cleanup()
    const said = 'This link is not valid any more.'
    const { user } = open('?token=abc', 'student', () => refusal(404, 'TAKE_OVER_INVALID', said))
    await user.click(await screen.findByRole('button', { name: 'Take over' }))
    expect(await screen.findByText(said)).toBeTruthy()
  })
})
