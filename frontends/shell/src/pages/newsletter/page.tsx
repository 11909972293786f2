import { ApiError } from '@darsi/client/api/api-error.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { ErrorScene, MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { takeMailedLink } from '../../links/link-token.ts'
import { NewsletterForm } from '../../newsletter/newsletter-form.tsx'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'

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

type Confirmation =
  | { state: 'form' }
  /** A consent needs a press: mail scanners open links, and some run scripts. */
  | { state: 'ask' }
  | { state: 'loading' }
  | { state: 'confirmed' | 'failed' | 'invalid'; message: string }

/** Posts the token of the mailed link when the person presses. Without a token the page shows the form. */
function useConfirmation(): { confirmation: Confirmation; confirm: () => void } {
  const t = useTranslator(texts.newsletter)
  const { api } = useSite()
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'form' })

  // in an effect, because the prerendered page is the same for everybody
  useEffect(() => {
    if (takeMailedLink() !== null) setConfirmation({ state: 'ask' })
  }, [])

  const confirm = useCallback(() => {
    const link = takeMailedLink()
    if (link === null) return
    setConfirmation({ state: 'loading' })
    api
      .call('POST /newsletter/confirm', { body: { token: link.token } })
      .then(({ message = '' }) => setConfirmation({ state: 'confirmed', message }))
      .catch((error: unknown) => {
        const known = error instanceof ApiError ? error : null
        const state = known?.status === 400 || known?.status === 404 ? 'invalid' : 'failed'
        setConfirmation({ state, message: known?.message ?? t('failed') })
      })
  }, [api, t])

  return { confirmation, confirm }
}
