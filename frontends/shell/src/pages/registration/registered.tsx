import type { SelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useResend } from '../parts/resend/use-resend.ts'
import type { Wizard } from './use-wizard.ts'

type Props = {
  done: NonNullable<Wizard['done']>
  role: SelfRegistrationRole
  email: string
  /** Opens the form again, with what was typed. */
  onWrongAddress: () => void
  go: (path: string) => void
}

/** spec §9: a proven address continues after 3 seconds. Others stay until the mailed link is opened. */
const redirectAfterMs = 3000

export function Registered({ done: { message, proven = false }, role, email, onWrongAddress, go }: Props) {
  const t = useTranslator(texts.registration)
  const href = useHref()
  const heading = useRef<HTMLHeadingElement>(null)
  // a visitor with a guardian's mail continues with it after the login
  const login = href('/login')

  useEffect(() => {
    heading.current?.focus()
    if (!proven) return
    const timer = setTimeout(() => go(login), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [go, login, proven])

  return (
    <div className="wizard-done">
      <MailScene className="wizard-done-picture" />
      <h2 ref={heading} tabIndex={-1}>
        {message}
      </h2>
      <p>{proven ? t('next_invited') : t(`next_${role}`, { email })}</p>
      {proven && <p className="ds-soft">{t('redirectingToLogin')}</p>}
      {!proven && role !== 'admin' && <NoMail email={email} onWrongAddress={onWrongAddress} />}
      <div className="ds-row wizard-done-actions">
        <LinkButton href={login} variant={proven ? 'primary' : 'secondary'}>
          {t('logIn')}
        </LinkButton>
        {!proven && (
          <LinkButton href={href('/')} variant="quiet">
            {t('goHome')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** For a mail that does not arrive: another one, or another address. */
function NoMail({ email, onWrongAddress }: Pick<Props, 'email' | 'onWrongAddress'>) {
  const t = useTranslator(texts.registration)
  const words = useTranslator(texts.resend)
  const { resend, busy, outcome } = useResend()
  return (
    <>
      {outcome && <Banner tone={outcome.tone}>{outcome.message}</Banner>}
      <div className="ds-row wizard-done-actions">
        <Button loading={busy} onClick={() => void resend(email)}>
          {words('resend')}
        </Button>
        <Button variant="secondary" onClick={onWrongAddress}>
          {t('wrongAddress')}
        </Button>
      </div>
    </>
  )
}
