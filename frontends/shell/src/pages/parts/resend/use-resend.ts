import { ApiError } from '@darsi/client/api/api-error.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { withProof } from '../../../proof-of-work.ts'
import { useSite } from '../../../site.tsx'
import { texts } from '../../../texts.ts'
import { useSending } from '../../../use-sending.ts'

type Resent = { tone: 'success' | 'danger'; message: string }

/** Requests another verification mail, with the texts of spec §8. */
export function useResend() {
  const t = useTranslator(texts.resend)
  const language = useLanguage()
  const { api } = useSite()
  const { run, busy } = useSending()
  const [outcome, setOutcome] = useState<Resent | null>(null)

  async function resend(typed: string) {
    const email = typed.trim()
    if (busy) return
    if (email === '')
      return setOutcome({ tone: 'danger', message: formProblemTexts['resend-address-missing'][language] })
    setOutcome(null)
    const send = async () => {
      const { message } = await withProof(api, (altcha) =>
        api.call('POST /auth/resend-verification', { body: { email, ...(altcha && { altcha }) } }),
      )
      setOutcome({ tone: 'success', message: message ?? t('sent', { email }) })
    }
    await run(send, (error) => {
      const telling = error instanceof ApiError && (error.status === 0 || error.status === 429)
      setOutcome({ tone: 'danger', message: telling ? error.message : t('failed') })
    })
  }

  return { resend, busy, outcome }
}
