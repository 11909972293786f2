import type { SelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import type { Wizard } from './use-wizard.ts'

type Props = {
  done: NonNullable<Wizard['done']>
  role: SelfRegistrationRole
  email: string
  go: (path: string) => void
}

/** spec §9: home after 3 seconds. */
const redirectAfterMs = 3000

export function Registered({ done: { message, proven = false }, role, email, go }: Props) {
  const t = useTranslator(texts.registration)
  const href = useHref()
  const heading = useRef<HTMLHeadingElement>(null)
  // a visitor with a guardian's mail continues with it after the login
  const next = href(proven ? '/login' : '/')

  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => go(next), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [go, next])

  return (
    <div className="wizard-done">
      <MailScene className="wizard-done-picture" />
      <h2 ref={heading} tabIndex={-1}>
        {message}
      </h2>
      <p>{proven ? t('next_invited') : t(`next_${role}`, { email })}</p>
      <p className="ds-soft">{t(proven ? 'redirectingToLogin' : 'redirecting')}</p>
      <div className="ds-row wizard-done-actions">
        {!proven && <LinkButton href={href('/')}>{t('goHome')}</LinkButton>}
        <LinkButton href={href('/login')} variant={proven ? 'primary' : 'secondary'}>
          {t('logIn')}
        </LinkButton>
      </div>
    </div>
  )
}
