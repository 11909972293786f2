import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { challengeOfSeven, provenNumber } from '../test/challenge.ts'
import { type Answer, type Call, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/contact')
})

const thanks = 'Thank you for your message! Our tutoring excellence team will respond within 2 hours.'
const received = (): Answer => ({ status: 201, body: { success: true, message: thanks } })
const open = (answer: (call: Call) => Answer | 'offline' = received) => visit(<Page />, { answer })

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send message' }))

async function fill(user: UserEvent) {
  await user.type(field(/^Name/), 'Amal')
  await user.type(field(/^Email address/), 'amal@example.tn')
  await user.selectOptions(field(/^You are/), 'parent')
  await user.selectOptions(field(/^Subject/), 'feedback')
  await user.type(field(/^Message/), 'Thank you for the map.')
}

describe('contact', () => {
  it('spec §2: shows phone, email, live chat and office visit by appointment', () => {
    open()
    expect(screen.getByRole('link', { name: '+216 71 000 000' }).getAttribute('href')).toBe(
      'tel:+21671000000',
    )
    expect(screen.getByText('In Tunis, by appointment only.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the form' }).getAttribute('href')).toBe('#message')
  })

  it('spec §5: lists missing fields, but not the phone number', async () => {
    const { user, calls } = open()
    await send(user)
    expect(screen.getByRole('alert').textContent).toBe('Please fill in all required fields.')
    expect(screen.getAllByText('Please fill this in')).toHaveLength(5)
    expect(field(/^Name/)).toBe(document.activeElement)
    expect(calls).toEqual([])
  })

  it('spec §4, §8: sends the message, thanks, and clears the form', async () => {
    const { user, calls } = open()
    await fill(user)
    await send(user)
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect(calls[0]).toMatchObject({
      path: '/contact',
      body: {
        name: 'Amal',
        email: 'amal@example.tn',
        phone: '',
        userType: 'parent',
        subject: 'feedback',
        message: 'Thank you for the map.',
      },
    })
    expect(field(/^Message/).value).toBe('')
  })

  it('shows the error of a malformed address at its field', async () => {
    const { user, calls } = open()
    await fill(user)
    await user.clear(field(/^Email address/))
    await user.type(field(/^Email address/), 'amal@')
    await send(user)
    expect(screen.getAllByText('Valid email address is required')).toHaveLength(2)
    expect(calls).toEqual([])
  })

  it.each([
    ['a full limit', () => refusal(429, 'RATE_LIMITED', 'Too many attempts.'), 'Too many attempts.'],
    ['no network', () => 'offline' as const, 'Network error. Please check your connection.'],
  ])('keeps every word with %s', async (_, answer, message) => {
    const { user } = open(answer)
    await fill(user)
    await send(user)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(field(/^Message/).value).toBe('Thank you for the map.')
  })

  it('a retry after a lost answer has the same idempotency key, and the next message another', async () => {
    const answers = ['offline' as const, received(), received()]
    const { user, calls } = open(() => answers.shift() ?? received())
    await fill(user)
    await send(user)
    await screen.findByText('Network error. Please check your connection.')
    await send(user)
    await screen.findByText(thanks)
    await fill(user)
    await send(user)
    await waitFor(() => expect(calls).toHaveLength(3))
    const [first, again, next] = calls.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  it('solves a proof of work for a busy address without the visitor’s action', async () => {
    const challenge = await challengeOfSeven()
    const { user, calls } = open(({ path, body }) => {
      if (path === '/auth/challenge') return { body: challenge }
      return 'altcha' in body ? received() : refusal(403, 'PROOF_OF_WORK_REQUIRED', 'Please confirm')
    })
    await fill(user)
    await send(user)
    expect(await screen.findByText(thanks)).toBeTruthy()
    expect(provenNumber(calls.at(-1)?.body['altcha'])).toBe(7)
  })

  it('preselects the subject of ?subject=', async () => {
    history.replaceState(null, '', '/contact?subject=urgent')
    open()
    await waitFor(() => expect(field(/^Subject/).value).toBe('urgent'))
  })

  it('asking for an appointment starts the message', async () => {
    const { user } = open()
    await user.click(screen.getByRole('link', { name: 'Ask for an appointment' }))
    expect(field(/^Message/).value).toMatch(/^I would like to visit your office/)
  })

  it.each(['Ask for an appointment', 'Open the form'])('“%s” keeps what was typed', async (link) => {
    const { user } = open()
    await fill(user)
    await user.click(screen.getByRole('link', { name: link }))
    expect(field(/^Name/).value).toBe('Amal')
    expect(field(/^Email address/).value).toBe('amal@example.tn')
    expect(field(/^Message/).value).toBe('Thank you for the map.')
  })
})
