import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'

/** Why the search does not list this teacher yet: the approval or the confirmed address is missing. */
export function AccountBanners({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.teacher)
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
  const t = useTranslator(texts.teacher)
  const { run, busy, error } = useAction()
  const [isSent, setSent] = useState(false)
  const resend = async () =>
    setSent(await run(() => api.call('POST /auth/resend-verification', { body: { email } })))
  return (
    <Banner
      tone="warning"
      title={t('unconfirmedTitle')}
      actions={
        !isSent && (
          <Button size="sm" variant="secondary" loading={busy} onClick={() => void resend()}>
            {t('resend')}
          </Button>
        )
      }
    >
      <p>{isSent ? t('resent', { email }) : t('unconfirmedText', { email })}</p>
      {error !== null && <p role="alert">{error}</p>}
    </Banner>
  )
}
