import type { Api } from '@darsi/contracts/calls/api.ts'
import { readSession, writeSession } from '../session/session.ts'
import { type ApiError, errorFrom, isSessionProblem } from './api-error.ts'
import { alone, type Renew } from './renewal.ts'
import type { Send } from './send.ts'

/** Sends the password, and a code if the account has a second factor, to auth; rejects with the error. */
export type Prove = (given: { password: string; code?: string }) => Promise<void>
/** True after the right password; false if the user cancels or no page can show the question. */
export type AskForPassword = (prove: Prove) => Promise<boolean>

type Settings = { send: Send; renew: Renew; failed: () => string; askPassword: AskForPassword }

/** Asks for the password once for all waiting calls; false if the user cancels. */
export function createReauthenticate({ send, renew, failed, askPassword }: Settings): () => Promise<boolean> {
  let question: Promise<boolean> | null = null

  /** The proof ends the session with its cookie and starts another: no renewal may use the old cookie meanwhile. */
  const proveWith = (body: object): Promise<ApiError | null> =>
    alone(async () => {
      const answered = await send('POST /auth/reauthenticate', { body }, readSession()?.token ?? null)
      if (!answered.ok) return errorFrom(answered, failed())
      // `as`: our own auth service answers as the contract declares
      writeSession((await answered.json()) as Api['POST /auth/reauthenticate']['answer'])
      return null
    })

  return () => {
    question ??= askPassword(async (given) => {
      const token = readSession()?.token ?? null
      const error = await proveWith(given)
      if (error === null) return
      // the access token expired while the question was open: try again with the next one
      if (!isSessionProblem('', error) || (await renew(token)) === null) throw error
      const again = await proveWith(given)
      if (again !== null) throw again
    }).finally(() => {
      question = null
    })
    return question
  }
}
