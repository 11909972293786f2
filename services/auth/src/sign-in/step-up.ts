import { isProblem, problem } from '@darsi/kit/http/problem.ts'
import { type Account, hasFactor } from '../accounts/account.ts'
import type { Factors } from '../factors/factors.ts'
import { type Limits, uncountedInOutage } from '../limits.ts'
import type { Login } from './login.ts'

type Parts = {
  login: Pick<Login, 'prove' | 'noteFailure'>
  factors: Pick<Factors, 'spend'>
  limits: Pick<Limits, 'guess' | 'endRow'>
}
type Given = { password: string; code: string }

/**
 * Proves again who is signed in: the password, and a code where the account has a second factor. Both attempts are
 * counted before they are checked, so that a stolen access token cannot be used to guess either.
 */
export function createStepUp({ login, factors, limits }: Parts) {
  /**
   * @param check refuses an invalid request before a code is used up
   * @throws problem `password-wrong`, `mfa-code-required` or `mfa-code-wrong`
   */
  return async (
    userId: string,
    { password, code }: Given,
    check: (account: Account) => void = () => {},
  ): Promise<Account> => {
    const guessed = await limits.guess('password', userId)
    const account = await login.prove(userId, password, guessed)
    await guessed.forgive()
    await limits.endRow(account)
    check(account)
    if (!hasFactor(account)) return account
    if (code.trim() === '') throw problem('mfa-code-required')
    const tried = await limits.guess('factor', userId)
    try {
      await uncountedInOutage(tried, () => factors.spend(userId, code))
    } catch (error) {
      if (isProblem(error, 'mfa-code-wrong')) await login.noteFailure(account, 'factor')
      throw error
    }
    await tried.forgive()
    return account
  }
}

export type StepUp = ReturnType<typeof createStepUp>
