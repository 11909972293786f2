import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { PasswordInput, TextInput } from '@darsi/design/forms/input.tsx'
import { ErrorScene, MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PostForm } from '../parts/post-form.tsx'
import { useResend } from '../parts/resend/use-resend.ts'
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

/** Sends another mail, to the address of the link or to a typed one. */
function ResendForm({ known }: { known: string }) {
  const t = useTranslator(texts.resend)
  const { resend, busy, outcome } = useResend()
  const [email, setEmail] = useState(known)
  useEffect(() => setEmail(known), [known])
  return (
    <PostForm onSubmit={() => resend(email)}>
      <Field label={t('email')} hint={t('emailHint')}>
        <TextInput type="email" autoComplete="email" maxLength={320} value={email} onChange={setEmail} />
      </Field>
      {outcome !== null && <Banner tone={outcome.tone}>{outcome.message}</Banner>}
      <Button type="submit" variant="secondary" full loading={busy}>
        {t('resend')}
      </Button>
    </PostForm>
  )
}

/**
 * The person who registered confirms with the password and keeps the account's data; anyone else resets the
 * password.
 */
function PasswordForm({ onPassword }: { onPassword: (password: string) => void }) {
  const t = useTranslator(texts.verifyEmail)
  const href = useHref()
  const [password, setPassword] = useState('')
  return (
    <PostForm onSubmit={() => password !== '' && onPassword(password)}>
      <Field label={t('password')} required>
        <PasswordInput
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          onChange={setPassword}
        />
      </Field>
      <Button type="submit" full>
        {t('confirm')}
      </Button>
      <div className="form-page-links">
        <a href={href('/forgot-password')}>{t('notMe')}</a>
        <a href={href('/')}>{t('goHome')}</a>
      </div>
    </PostForm>
  )
}
