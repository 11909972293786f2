import { ApiError } from '@darsi/client/api/api-error.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useCallback, useEffect, useState } from 'react'
import { takeMailedLink } from '../../links/link-token.ts'
import { useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'

type Confirmation =
  | { state: 'form' }
  /** A consent needs a press: mail scanners open links, and some run scripts. */
  | { state: 'ask' }
  | { state: 'loading' }
  | { state: 'confirmed' | 'failed' | 'invalid'; message: string }

/** Posts the token of the mailed link when the person presses. Without a token the page shows the form. */
export function useConfirmation(): { confirmation: Confirmation; confirm: () => void } {
  const t = useTranslator(texts.newsletter)
  const { api } = useSite()
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'form' })

  // in an effect, because the prerendered page is the same for everybody
  useEffect(() => {
    if (takeMailedLink() !== null) setConfirmation({ state: 'ask' })
  }, [])

  const confirm = useCallback(() => {
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

  return { confirmation, confirm }
}
