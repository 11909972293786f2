import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import { Steps } from '../parts/sections/steps.tsx'

type Props = { email: string; message: string; onReset: () => void }

/** spec §2: three steps, another address, back to the login. */
export function Confirmation({ email, message, onReset }: Props) {
  const t = useTranslator(texts.forgotPassword)
  const href = useHref()
  const sent = useRef<HTMLDivElement>(null)
  useEffect(() => sent.current?.focus(), [])
  return (
    <FormPage title={t('sentTitle')} lead={message} picture={<MailScene />}>
      <div ref={sent} tabIndex={-1}>
        <Steps
          steps={[
            { title: t('step1', { email }), text: t('step1Text') },
            { title: t('step2'), text: t('step2Text') },
            { title: t('step3'), text: t('step3Text') },
          ]}
        />
      </div>
      <div className="form-page-actions">
        <LinkButton full href={href('/login')}>
          {t('backToLogin')}
        </LinkButton>
        <Button full variant="secondary" onClick={onReset}>
          {t('tryDifferent')}
        </Button>
      </div>
      <p className="ds-soft ds-small">{t('help')}</p>
    </FormPage>
  )
}
