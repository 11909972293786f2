import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from './texts.ts'

/** Why the search does not list this teacher yet: the approval or the confirmed address is missing. */
export function AccountBanners({ api }: { api: ApiClient }) {
  const t = useTranslator(texts)
  const account = useCall(api, 'GET /auth/profile')
  // the tab also works if this fails
  if (account.data === null) return null
  const { status, emailVerified, email } = account.data.data
  return (
    <>
      {status === 'pending' && (
        <Banner tone="warning" title={t('pendingTitle')}>
          {t('pendingText')}
        </Banner>
      )}
      {status === 'suspended' && <Banner tone="danger">{t('suspendedText')}</Banner>}
      {!emailVerified && <UnconfirmedAddress api={api} email={email} />}
    </>
  )
}

function UnconfirmedAddress({ api, email }: { api: ApiClient; email: string }) {
  const t = useTranslator(texts)
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [error, setError] = useState<string | null>(null)
  const resend = async () => {
    setState('sending')
    setError(null)
    try {
      await api.call('POST /auth/resend-verification', { body: { email } })
      setState('sent')
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setState('idle')
    }
  }
  return (
    <Banner
      tone="warning"
      title={t('unconfirmedTitle')}
      actions={
        state !== 'sent' && (
          <Button size="sm" variant="secondary" loading={state === 'sending'} onClick={() => void resend()}>
            {t('resend')}
          </Button>
        )
      }
    >
      <p>{state === 'sent' ? t('resent', { email }) : t('unconfirmedText', { email })}</p>
      {error !== null && <p role="alert">{error}</p>}
    </Banner>
  )
}
