import { ApiError } from '@darsi/ui/api-error.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { readSession } from '@darsi/ui/session.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'
import { takeOver } from '../parts/kept-token.ts'
import { forgetMailedLink, takeMailedLink } from '../parts/link-token.ts'
import { texts } from './texts.ts'

export type Reader = 'student' | 'other' | 'nobody'

export function useTakeOver() {
  const t = useTranslator(texts)
  const { api } = useSite()
  // nobody goes on before the token is kept
  const [reader, setReader] = useState<Reader | null>(null)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // out of the address at once, where others would see it
    const link = takeMailedLink()
    if (link !== null) takeOver.keep(link.token)
    else if (takeOver.kept() === null) setFailure(t('noLink'))
    const role = readSession()?.user.role
    setReader(role === undefined ? 'nobody' : role === 'student' ? 'student' : 'other')
  }, [t])

  const accept = async () => {
    const token = takeOver.kept()
    if (token === null) return setFailure(t('noLink'))
    setBusy(true)
    setFailure(null)
    try {
      await api.call('POST /children/take-over', { body: { token } })
      forget()
      setDone(true)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('failed'))
    } finally {
      setBusy(false)
    }
  }
  return { reader, isDone, failure, busy, accept: () => void accept() }
}

function forget(): void {
  forgetMailedLink()
  takeOver.forget()
}
