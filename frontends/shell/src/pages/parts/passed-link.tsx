import type { Role } from '@darsi/contracts/reference/roles.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import type { ReactNode } from 'react'
import type { usePassedLink } from '../../links/use-passed-link.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { useHref } from '../../site.tsx'
import { FormPage } from './form-page.tsx'

type TextKey =
  | 'title'
  | 'lead'
  | 'accept'
  | 'otherRole'
  | 'otherAccount'
  | 'logIn'
  | 'register'
  | 'registerHint'
  | 'noLink'
  | 'needsScript'
type Props = {
  link: Pick<ReturnType<typeof usePassedLink>, 'reader' | 'failure' | 'isMissing' | 'busy' | 'accept'>
  /** The role for the registration of a reader without an account. */
  registersAs: Role
  t: (key: TextKey) => string
  above?: ReactNode
  /** Who sent the link, and when. */
  about?: ReactNode
  /** Below the buttons, for a reader with a valid link. */
  below?: ReactNode
}

/** A reader with the right account accepts; others sign in or register first. */
export function PassedLink({ link, registersAs, t, above, about, below }: Props) {
  return (
    <FormPage title={t('title')} lead={t('lead')} picture={<SafetyScene />} above={above}>
      {link.failure !== null && <Banner tone="danger">{link.failure}</Banner>}
      {link.isMissing ? (
        <Banner live="none">{t('noLink')}</Banner>
      ) : link.reader === null ? (
        <Spinner />
      ) : (
        <>
          {about}
          <NextStep link={link} registersAs={registersAs} t={t} />
          {below}
        </>
      )}
      <noscript>{t('needsScript')}</noscript>
    </FormPage>
  )
}

function NextStep({ link: { reader, busy, accept }, registersAs, t }: Props) {
  const href = useHref()
  const signOut = useSignOut()
  if (reader === 'right') {
    return (
      <Button full loading={busy} onClick={accept}>
        {t('accept')}
      </Button>
    )
  }
  if (reader === 'other') {
    return (
      <>
        <Banner tone="warning">{t('otherRole')}</Banner>
        <Button full variant="secondary" onClick={() => void signOut('/login')}>
          {t('otherAccount')}
        </Button>
      </>
    )
  }
  return (
    <>
      <div className="form-page-actions">
        <LinkButton full href={href('/login')}>
          {t('logIn')}
        </LinkButton>
        <LinkButton full variant="secondary" href={href('/registration', `?type=${registersAs}`)}>
          {t('register')}
        </LinkButton>
      </div>
      <p className="ds-soft ds-small">{t('registerHint')}</p>
    </>
  )
}
