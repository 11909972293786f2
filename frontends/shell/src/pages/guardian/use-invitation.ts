import { ApiError } from '@darsi/ui/api-error.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { readSession } from '@darsi/ui/session.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'
import { invitation } from '../parts/kept-token.ts'
import { forgetMailedLink, takeMailedLink } from '../parts/link-token.ts'
import { texts } from './texts.ts'

export type Reader = 'parent' | 'other' | 'nobody'

export function useInvitation() {
  const t = useTranslator(texts)
  const { api } = useSite()
  // nobody goes on before the token is kept
  const [reader, setReader] = useState<Reader | null>(null)
  const [linked, setLinked] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // out of the address at once, where others would see it
    const link = takeMailedLink()
    if (link !== null) invitation.keep(link.token)
    else if (invitation.kept() === null) setFailure(t('noLink'))
    const role = readSession()?.user.role
    setReader(role === undefined ? 'nobody' : role === 'parent' ? 'parent' : 'other')
  }, [t])

  const accept = async () => {
    const token = invitation.kept()
    if (token === null) return setFailure(t('noLink'))
    setBusy(true)
    setFailure(null)
    try {
      const { data } = await api.call('POST /children/link', { body: { token } })
      forget()
      setLinked(data.firstName)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('failed'))
    } finally {
      setBusy(false)
    }
  }
  return { reader, linked, failure, busy, accept: () => void accept() }
}

function forget(): void {
  forgetMailedLink()
  invitation.forget()
}
