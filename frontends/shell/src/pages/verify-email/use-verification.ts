import { formProblems } from '@darsi/contracts/form-problems.ts'
import type { ApiClient } from '@darsi/ui/api-client.ts'
import { ApiError } from '@darsi/ui/api-error.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { useCallback, useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'
import { takeMailedLink } from '../parts/link-token.ts'
import { texts } from './texts.ts'

export type VerificationState = 'loading' | 'success' | 'error' | 'expired' | 'invalid'
type Outcome = { state: Exclude<VerificationState, 'loading'>; message: string }

/** Posts the token of the link once; a mail scanner that only opens the page changes nothing. */
export function useVerification() {
  const t = useTranslator(texts)
  const language = useLanguage()
  const { api } = useSite()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [email, setEmail] = useState('')

  const run = useCallback(() => {
    const link = takeMailedLink()
    const missing = formProblems['verification-link-missing'][language]
    if (link === null) return setOutcome({ state: 'invalid', message: missing })
    setEmail(link.email)
    setOutcome(null)
    const words = { success: t('success'), error: t('error') }
    verify(api, link.token, words).then(setOutcome)
  }, [api, language, t])

  useEffect(run, [run])

  return {
    state: outcome?.state ?? ('loading' as const),
    message: outcome?.message ?? '',
    email,
    retry: run,
  }
}

async function verify(
  api: ApiClient,
  token: string,
  words: { success: string; error: string },
): Promise<Outcome> {
  try {
    const { message } = await api.call('POST /auth/verify-email', { body: { token } })
    return { state: 'success', message: message || words.success }
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'error', message: words.error }
    return { state: stateOf(error.status), message: error.message || words.error }
  }
}

/** spec §4: 400 is an expired link, 404 an unknown one. */
const stateOf = (status: number) => (status === 400 ? 'expired' : status === 404 ? 'invalid' : 'error')
