import type { SelfRegistrationRole } from '@darsi/contracts/roles.ts'
import { LinkButton } from '@darsi/ui/button.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { MailScene } from '@darsi/ui/illustrations.tsx'
import { useEffect, useRef } from 'react'
import { useHref } from '../../site.tsx'
import { texts } from './texts.ts'

type Props = { message: string; role: SelfRegistrationRole; email: string; go: (path: string) => void }

/** spec §9: home after 3 seconds. */
const redirectAfterMs = 3000

export function Registered({ message, role, email, go }: Props) {
  const t = useTranslator(texts)
  const href = useHref()
  const heading = useRef<HTMLHeadingElement>(null)
  const home = href('/')

  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => go(home), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [go, home])

  return (
    <div className="wizard-done">
      <MailScene className="wizard-done-picture" />
      <h2 ref={heading} tabIndex={-1}>
        {message}
      </h2>
      <p>{t(`next_${role}`, { email })}</p>
      <p className="ds-soft">{t('redirecting')}</p>
      <div className="ds-row wizard-done-actions">
        <LinkButton href={home}>{t('goHome')}</LinkButton>
        <LinkButton href={href('/login')} variant="secondary">
          {t('logIn')}
        </LinkButton>
      </div>
    </div>
  )
}
