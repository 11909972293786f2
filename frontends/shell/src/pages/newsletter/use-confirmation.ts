import { ApiError } from '@darsi/client/api/api-error.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useCallback, useEffect, useState } from 'react'
import { takeMailedLink } from '../../links/link-token.ts'
import { useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'

type Confirmation =
  | { state: 'form' }
  | { state: 'loading' }
  | { state: 'confirmed' | 'failed' | 'invalid'; message: string }

/** Posts the token of the mailed link. Without a token the page shows the form. */
export function useConfirmation(): { confirmation: Confirmation; retry: () => void } {
  const t = useTranslator(texts.newsletter)
  const { api } = useSite()
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'form' })

  const run = useCallback(() => {
    const link = takeMailedLink()
    if (link === null) return
    setConfirmation({ state: 'loading' })
    api
      .call('POST /newsletter/confirm', { body: { token: link.token } })
      .then(({ message = '' }) => setConfirmation({ state: 'confirmed', message }))
      .catch((error: unknown) => {
        const known = error instanceof ApiError ? error : null
        const state = known?.status === 400 || known?.status === 404 ? 'invalid' : 'failed'
        setConfirmation({ state, message: known?.message ?? t('failed') })
      })
  }, [api, t])

  useEffect(run, [run])
  return { confirmation, retry: run }
}
