import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { Page as Leave } from '../newsletter-leave/page.tsx'
import { type Answer, type Call, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const asked = 'Almost there: open the link in the mail.'
const answer = ({ path }: Call): Answer => ({
  body: { success: true, message: path === '/newsletter' ? asked : 'Done.' },
})
const offline = 'Network error. Please check your connection.'

function open(search = '', reply: (call: Call) => Answer | 'offline' = answer) {
  history.replaceState(null, '', `/newsletter${search}`)
  return visit(<Page />, { answer: reply })
}

describe('the newsletter', () => {
  it('accepts an address and says to open the mailed link', async () => {
    const { user, calls } = open()
    await user.type(screen.getByLabelText('Your email address'), 'amal@example.tn{Enter}')
    expect(await screen.findByText(asked)).toBeTruthy()
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/newsletter', { email: 'amal@example.tn', website: '' }],
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Your email address').value).toBe('')
  })

  it('keeps the input and says why when it is refused or the network fails', async () => {
    let gone = false
    const { user } = open('', () =>
      gone ? 'offline' : refusal(400, 'EMAIL_INVALID', 'Valid email address is required'),
    )
    const field = screen.getByLabelText<HTMLInputElement>('Your email address')
    await user.type(field, 'amal@{Enter}')
    expect(await screen.findByText('Valid email address is required')).toBeTruthy()
    gone = true
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    expect(await screen.findByText(offline)).toBeTruthy()
    expect([field.value, document.activeElement]).toEqual(['amal@', field])
  })

  it('confirms the mailed link by a press, because mail scanners open every link, and removes its token from the address', async () => {
    const { user, calls } = open('?token=abc')
    const press = await screen.findByRole('button', { name: 'Confirm' })
    expect(calls).toEqual([])
    await user.click(press)
    await screen.findByRole('heading', { level: 1, name: 'Your subscription is confirmed' })
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/newsletter/confirm', { token: 'abc' }]])
    expect(location.href).not.toContain('abc')
  })

  it('shows the form again for an expired link', async () => {
    const { user } = open('?token=abc', () =>
      refusal(400, 'NEWSLETTER_LINK_EXPIRED', 'This link has expired.'),
    )
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await screen.findByRole('heading', { level: 1, name: 'The link is not valid' })
    expect(screen.getByLabelText('Your email address')).toBeTruthy()
  })
})

describe('unsubscribing from the newsletter', () => {
  it('needs a click, because mail scanners open every link', async () => {
    history.replaceState(null, '', '/newsletter/leave?token=abc')
    const { user, calls } = visit(<Leave />, { answer })
    expect([calls, location.search]).toEqual([[], ''])
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
    await screen.findByText('Done.')
    expect(calls[0]).toMatchObject({ path: '/newsletter/leave', body: { token: 'abc' } })
  })

  it('says where to find the link if it is missing', async () => {
    const { user, calls } = visit(<Leave />, { answer })
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
    expect(screen.getByText('Please open this page by the link at the end of a newsletter.')).toBeTruthy()
    expect(calls).toEqual([])
  })
})
