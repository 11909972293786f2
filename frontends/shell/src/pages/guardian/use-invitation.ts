import { ApiError } from '@darsi/ui/api-error.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { readSession } from '@darsi/ui/session.ts'
import { useEffect, useState } from 'react'
import { useSite } from '../../site.tsx'
import { forgetInvitation, keepInvitation, keptInvitation } from '../parts/guardian-invitation.ts'
import { forgetMailedLink, takeMailedLink } from '../parts/link-token.ts'
import { texts } from './texts.ts'

export type Reader = 'parent' | 'other' | 'nobody'

export function useInvitation() {
  const t = useTranslator(texts)
  const { api } = useSite()
  // the page that is sent knows nobody
  const [reader, setReader] = useState<Reader>('nobody')
  const [linked, setLinked] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // out of the address at once, where others would see it
    const link = takeMailedLink()
    if (link !== null) keepInvitation(link.token)
    else if (keptInvitation() === null) setFailure(t('noLink'))
    const role = readSession()?.user.role
    setReader(role === undefined ? 'nobody' : role === 'parent' ? 'parent' : 'other')
  }, [t])

  const accept = async () => {
    const token = keptInvitation()
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
  forgetInvitation()
}
