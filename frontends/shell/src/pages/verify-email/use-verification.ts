import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { readSession } from '@darsi/client/session/session.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useCallback, useEffect, useState } from 'react'
import { takeMailedLink } from '../../links/link-token.ts'
import { useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'

type VerificationState = 'loading' | 'success' | 'error' | 'expired' | 'invalid'
type Outcome = { state: Exclude<VerificationState, 'loading'>; message: string; code?: string | null }

/** Posts the token of the link once. A mail scanner that only opens the page changes nothing. */
export function useVerification() {
  const t = useTranslator(texts.verifyEmail)
  const language = useLanguage()
  const { api } = useSite()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [email, setEmail] = useState('')

  const run = useCallback(
    (password?: string) => {
      const link = takeMailedLink()
      const missing = formProblemTexts['verification-link-missing'][language]
      if (link === null) return setOutcome({ state: 'invalid', message: missing })
      setEmail(link.email)
      setOutcome(null)
      const sentences = {
        success: t('success'),
        error: t('error'),
        expired: formProblemTexts['verification-link-expired'][language],
        invalid: formProblemTexts['verification-token-unknown'][language],
      }
      const body = { token: link.token, ...(password && { password }) }
      verify(api, body, sentences).then(setOutcome)
    },
    [api, language, t],
  )

  useEffect(() => run(), [run])

  return {
    state: outcome?.state ?? ('loading' as const),
    message: outcome?.message ?? '',
    email,
    /** Someone signed in to the account before its address was confirmed. */
    asksPassword: passwordCodes.has(outcome?.code ?? ''),
    retry: run,
  }
}

async function verify(
  api: ApiClient,
  body: { token: string; password?: string },
  sentences: Readonly<Record<Outcome['state'], string>>,
): Promise<Outcome> {
  try {
    const answer = await postToken(api, body)
    // spec §4: only the success flag means success, whatever the status is
    const state = answer.success === true ? 'success' : 'error'
    return { state, message: answer.message || sentences[state] }
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'error', message: sentences.error }
    const state = stateOf(error.status)
    return { state, message: error.isUnexplained ? sentences[state] : error.message, code: error.code }
  }
}

const passwordCodes: ReadonlySet<string> = new Set(['VERIFICATION_PASSWORD_REQUIRED', 'PASSWORD_WRONG'])

/** spec §4: 400 is an expired link, 404 an unknown one. */
const stateOf = (status: number) => (status === 400 ? 'expired' : status === 404 ? 'invalid' : 'error')

/** A signed-in user needs no password here. An expired access token is renewed first. */
async function postToken(api: ApiClient, body: { token: string; password?: string }) {
  try {
    return await api.call('POST /auth/verify-email', { body })
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'VERIFICATION_PASSWORD_REQUIRED'
    if (!asks || readSession() === null || !(await api.refresh())) throw error
    return api.call('POST /auth/verify-email', { body })
  }
}
