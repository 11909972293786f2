import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(cleanup)

const email = () => screen.getByLabelText<HTMLInputElement>('Email address')
const send = () => screen.getByRole('button', { name: 'Send reset link' })

describe('forgot password', () => {
  it.each([
    ['Please enter your email address', ' '],
    ['Please enter a valid email address', 'mariem'],
    ['Please enter a valid email address', 'mariem@example'],
  ])('spec §5: %s', async (message, typed) => {
    const { user, calls } = visit(<Page />)
    await user.type(email(), typed)
    await user.click(send())
    expect(screen.getByText(message)).toBeTruthy()
    expect(email()).toBe(document.activeElement)
    expect(calls).toEqual([])
  })

  it('spec §2: confirms in three steps; another address clears the form', async () => {
    const { user, calls } = visit(<Page />, {
      answer: () => ({ body: { success: true, message: 'On its way.' } }),
    })
    await user.type(email(), 'm@example.tn')
    await user.click(send())
    expect(await screen.findByText('On its way.')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
    expect(calls[0]?.body).toEqual({ email: 'm@example.tn' })
    await user.click(screen.getByRole('button', { name: 'Try Different Email' }))
    expect(email().value).toBe('')
  })

  it.each([
    [500, 'Unable to send reset email. Please try again.'],
    [429, 'Too many attempts.'],
  ])('spec §8: %s', async (status, message) => {
    const { user } = visit(<Page />, { answer: () => refusal(status, 'CODE', 'Too many attempts.') })
    await user.type(email(), 'm@example.tn')
    await user.click(send())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(email().value).toBe('m@example.tn')
  })
})
