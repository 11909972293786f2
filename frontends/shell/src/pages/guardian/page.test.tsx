import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { invitation } from '../../links/kept-token.ts'
import { type Answer, type Call, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  clearSession()
  invitation.forget()
  history.replaceState(null, '', '/')
})

const linked = (): Answer => ({ body: { success: true, data: { firstName: 'Amina' } } })

const sender = { studentName: 'Amina Ben Salah', sentAt: '2026-11-21T09:00:00Z' }

function open(search: string, role: 'parent' | 'student' | null, answered: () => Answer = linked) {
  const answer = ({ path }: Call): Answer =>
    path === '/children/link/preview' ? { body: { success: true, data: sender } } : answered()
  if (role !== null) writeSession({ token: 'x', user: { id: 'p', role, fullName: 'Salma' } })
  history.replaceState(null, '', `/guardian${search}`)
  return visit(<Page />, { answer })
}

const paths = (calls: readonly Call[]) => calls.map(({ path }) => path)

describe('the mailed link of a learner’s request to a guardian', () => {
  it('leads a visitor to the login or to the registration as a parent, and is kept meanwhile', async () => {
    open('?token=abc', null)
    expect((await screen.findByRole('link', { name: 'Log in as a parent' })).getAttribute('href')).toBe(
      '/login',
    )
    expect(screen.getByRole('link', { name: 'Register as a parent' }).getAttribute('href')).toBe(
      '/registration?type=parent',
    )
    expect(invitation.kept()).toBe('abc')
    expect(location.href).not.toContain('abc')
    expect(screen.getByRole('link', { name: 'العربية' }).getAttribute('href')).toMatch(/^\/ar/)
  })

  it('links the learner with a parent who accepts, once, and not just by opening the page', async () => {
    const { calls, user } = open('?token=abc', 'parent')
    const accept = await screen.findByRole('button', { name: 'Accept' })
    expect(paths(calls)).toEqual(['/children/link/preview'])
    await user.click(accept)
    await screen.findByRole('heading', { name: 'Amina is linked with your account' })
    expect(calls.at(-1)).toMatchObject({ path: '/children/link', body: { token: 'abc' } })
    expect(paths(calls)).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Open My Children' }).getAttribute('href')).toBe(
      '/parent/dashboard?tab=my-children',
    )
    expect(invitation.kept()).toBeNull()
  })

  it('names the learner and the day before anybody signs in, and ends for a reader who does not know the learner', async () => {
    const { calls, user } = open('?token=abc', null)
    expect((await screen.findByText(/^Named by Amina Ben Salah on .*21/)).textContent).toMatch(/2026/)
    await user.click(screen.getByRole('button', { name: 'I do not know this person' }))
    await screen.findByRole('heading', { name: 'The link has ended' })
    expect(calls.at(-1)).toMatchObject({ path: '/children/link/decline', body: { token: 'abc' } })
    expect(invitation.kept()).toBeNull()
  })

  it('says when it is not valid any more', async () => {
    const said = 'This code or link is not valid any more.'
    const { user } = open('?token=abc', 'parent', () => refusal(404, 'GUARDIAN_LINK_INVALID', said))
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findByText(said)).toBeTruthy()
  })

  it('cannot be accepted by another role or without a token', async () => {
    open('?token=abc', 'student')
    expect(await screen.findByText(/Only a parent account can accept/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    cleanup()
    invitation.forget()
    open('', 'parent')
    await waitFor(() => expect(screen.getByText(/by the link in the email/)).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })

  it('sends a visitor who comes by the shared address to the mail, and promises no filled-in address', async () => {
    open('', null)
    expect(await screen.findByText(/by the link in the email/)).toBeTruthy()
    expect(screen.queryByText(/is filled in/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Register as a parent' })).toBeNull()
  })
})
