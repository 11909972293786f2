import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import type { Prove } from '../api/reauthentication.ts'
import { refusal } from '../test/refusal.ts'
import { createPasswordQuestion } from './password-question.ts'
import { PasswordQuestionHost } from './password-question-host.tsx'

function asked(prove: Prove, language: 'en' | 'ar' = 'en') {
  const question = createPasswordQuestion()
  const shown = show(<PasswordQuestionHost question={question} />, language)
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = question.ask(prove)
  })
  return { ...shown, answer }
}
const field = () => screen.findByLabelText('Password')

describe('the question for the password', () => {
  it('is asked in a dialog, shows errors, and resolves after the right password', async () => {
    const tried: string[] = []
    const { user, answer } = asked(async ({ password }) => {
      tried.push(password)
      if (password !== 'right') throw new Error('The current password is not correct')
    })
    expect(await screen.findByRole('dialog', { name: 'Please confirm that it is you' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Please enter your current password')).toBeTruthy()
    await user.type(await field(), 'wrong{Enter}')
    expect(await screen.findByText('The current password is not correct')).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
    await user.clear(await field())
    await user.type(await field(), 'right{Enter}')
    expect(await answer).toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tried).toEqual(['wrong', 'right'])
  })

  it('asks for a code too if the account has a second factor', async () => {
    const tried: object[] = []
    const { user, answer } = asked(async (given) => {
      tried.push(given)
      if (!given.code) throw refusal({ status: 403, code: 'MFA_CODE_REQUIRED', message: 'Please also enter' })
      if (given.code !== '123456')
        throw refusal({ status: 401, code: 'MFA_CODE_WRONG', message: 'This code is wrong' })
    })
    await user.type(await field(), 'right{Enter}')
    const code = await screen.findByLabelText('Code from the app, or a recovery code')
    expect(document.activeElement).toBe(code)
    const go = () => user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.type(code, '000000')
    await go()
    expect(await screen.findByText('This code is wrong')).toBeTruthy()
    await user.clear(code)
    await user.type(code, '123456')
    await go()
    expect(await answer).toBe(true)
    expect(tried).toEqual([
      { password: 'right' },
      { password: 'right', code: '000000' },
      { password: 'right', code: '123456' },
    ])
  })

  it('can be cancelled', async () => {
    const { user, answer } = asked(async () => {})
    await field()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await answer).toBe(false)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is in the language of the page', async () => {
    asked(async () => {}, 'ar')
    expect(await screen.findByRole('dialog', { name: 'يرجى تأكيد هويتك' })).toBeTruthy()
  })

  it('resolves to false if no page can show it', async () => {
    const question = createPasswordQuestion()
    expect(await question.ask(async () => {})).toBe(false)
    const leave = question.subscribe(() => {})
    const answer = question.ask(async () => {})
    leave()
    expect(await answer).toBe(false)
  })
})
