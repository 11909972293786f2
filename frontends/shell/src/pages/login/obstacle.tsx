import type { ApiError } from '@darsi/client/api/api-error.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useResend } from '../parts/resend/use-resend.ts'

/** Why the sign-in is refused, and what to do about it. */
export function Obstacle({ error, email }: { error: ApiError; email: string }) {
  const t = useTranslator(texts.login)
  const href = useHref()
  const { code, message } = error
  if (code === 'EMAIL_NOT_VERIFIED') return <Unverified message={message} email={email} />
  if (code === 'ACCOUNT_PENDING') {
    return (
      <Banner tone="info" live="alert" title={t('pendingTitle')}>
        {message}
      </Banner>
    )
  }
  if (code === 'ACCOUNT_SUSPENDED') {
    return (
      <Banner
        tone="danger"
        title={t('suspendedTitle')}
        actions={
          <LinkButton size="sm" variant="secondary" href={href('/contact')}>
            {t('contactSupport')}
          </LinkButton>
        }
      >
        {message}
      </Banner>
    )
  }
  if (code === 'RATE_LIMITED') {
    return (
      <Banner tone="warning" live="alert" title={t('limitedTitle')}>
        {message} {t('limitedHelp')}
      </Banner>
    )
  }
  return <Banner tone="danger">{message}</Banner>
}

function Unverified({ message, email }: { message: string; email: string }) {
  const t = useTranslator(texts.login)
  const resendT = useTranslator(texts.resend)
  const { resend, busy, outcome } = useResend()
  return (
    <>
      <Banner
        tone="warning"
        live="alert"
        title={t('unverifiedTitle')}
        actions={
          email.includes('@') && (
            <Button size="sm" variant="secondary" loading={busy} onClick={() => void resend(email)}>
              {resendT('resend')}
            </Button>
          )
        }
      >
        {message}
      </Banner>
      {outcome !== null && <Banner tone={outcome.tone}>{outcome.message}</Banner>}
    </>
  )
}
