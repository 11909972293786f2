import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { ErrorScene, MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PasswordForm } from './password-form.tsx'
import { ResendForm } from './resend-form.tsx'
import { useVerification } from './use-verification.ts'
import './verify-email.css'

export const head = headOf(texts.verifyEmail)

/** spec §2: loading, success, error, expired, invalid; and a password form if the account was used already. */
export function Page() {
  const t = useTranslator(texts.verifyEmail)
  const href = useHref()
  const { state, message, email, asksPassword, retry } = useVerification()
  const outcome = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (state !== 'loading') outcome.current?.focus()
  }, [state])

  if (state === 'loading') {
    return (
      <FormPage title={t('loadingTitle')} picture={<MailScene />}>
        <div className="verify-waiting">
          <Spinner label={t('loading')} />
        </div>
        <noscript>{t('needsScript')}</noscript>
      </FormPage>
    )
  }
  if (asksPassword) {
    return (
      <FormPage title={t('passwordTitle')} picture={<MailScene />}>
        <div ref={outcome} tabIndex={-1} className="verify-outcome">
          <Banner tone="info">{message}</Banner>
        </div>
        <PasswordForm onPassword={retry} />
      </FormPage>
    )
  }
  const good = state === 'success'
  return (
    <FormPage title={t(`${state}Title`)} picture={good ? <MailScene /> : <ErrorScene />}>
      <div ref={outcome} tabIndex={-1} className="verify-outcome">
        <Banner tone={good ? 'success' : 'danger'}>{message}</Banner>
      </div>
      {good ? (
        <div className="form-page-actions">
          <LinkButton size="lg" full href={href('/login')}>
            {t('goToLogin')}
          </LinkButton>
          <LinkButton variant="secondary" full href={href('/')}>
            {t('goHome')}
          </LinkButton>
        </div>
      ) : (
        <>
          {state === 'error' && (
            <Button full onClick={() => retry()}>
              {t('tryAgain')}
            </Button>
          )}
          <ResendForm known={email} />
          <div className="form-page-links">
            <a href={href('/registration')}>{t('registerAgain')}</a>
            <a href={href('/')}>{t('goHome')}</a>
          </div>
        </>
      )}
    </FormPage>
  )
}
