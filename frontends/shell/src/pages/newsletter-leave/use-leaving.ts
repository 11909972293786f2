import { ApiError } from '@darsi/ui/api-error.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'
import { forgetMailedLink, takeMailedLink } from '../parts/link-token.ts'
import { texts } from './texts.ts'

export function useLeaving() {
  const t = useTranslator(texts)
  const { api } = useSite()
  const [left, setLeft] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  // out of the address at once, where others would see it
  useEffect(() => void takeMailedLink(), [])

  const leave = async () => {
    const link = takeMailedLink()
    if (link === null) return setFailure(t('noLink'))
    setBusy(true)
    setFailure(null)
    try {
      const { message = '' } = await api.call('POST /newsletter/leave', { body: { token: link.token } })
      forgetMailedLink()
      setLeft(message)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('failed'))
    } finally {
      setBusy(false)
    }
  }
  return { left, failure, busy, leave: () => void leave() }
}
