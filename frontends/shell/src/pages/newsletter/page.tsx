import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { ErrorScene, MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { NewsletterForm } from '../../newsletter/newsletter-form.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import { useConfirmation } from './use-confirmation.ts'

export const head = headOf(texts.newsletter)

/** The sign-up form, and the target of the mailed link. */
export function Page() {
  const t = useTranslator(texts.newsletter)
  const href = useHref()
  const { confirmation, confirm } = useConfirmation()
  const outcome = useRef<HTMLDivElement>(null)
  const { state } = confirmation

  useEffect(() => {
    if (state !== 'form' && state !== 'ask' && state !== 'loading') outcome.current?.focus()
  }, [state])

  if (confirmation.state === 'form') {
    return (
      <FormPage title={t('title')} lead={t('lead')} picture={<MailScene />} below={<Reading />}>
        <NewsletterForm />
        <noscript>{t('needsScript')}</noscript>
      </FormPage>
    )
  }
  if (confirmation.state === 'ask') {
    return (
      <FormPage title={t('confirmTitle')} lead={t('confirmLead')} picture={<MailScene />}>
        <Button full size="lg" onClick={confirm}>
          {t('confirm')}
        </Button>
      </FormPage>
    )
  }
  if (confirmation.state === 'loading') {
    return (
      <FormPage title={t('title')} picture={<MailScene />}>
        <Spinner label={t('loading')} />
      </FormPage>
    )
  }
  const good = confirmation.state === 'confirmed'
  return (
    <FormPage title={t(`${confirmation.state}Title`)} picture={good ? <MailScene /> : <ErrorScene />}>
      <div ref={outcome} tabIndex={-1}>
        <Banner tone={good ? 'success' : 'danger'}>{confirmation.message}</Banner>
      </div>
      {state === 'failed' && (
        <Button full onClick={confirm}>
          {t('tryAgain')}
        </Button>
      )}
      {state === 'invalid' && <NewsletterForm />}
      {good && (
        <LinkButton full href={href('/blog')}>
          {t('readBlog')}
        </LinkButton>
      )}
    </FormPage>
  )
}

function Reading() {
  const t = useTranslator(texts.newsletter)
  const href = useHref()
  return (
    <p className="ds-small">
      <a href={href('/blog')}>{t('readBlog')}</a>
    </p>
  )
}
