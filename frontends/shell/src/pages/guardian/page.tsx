import { Banner } from '@darsi/ui/banner.tsx'
import { Button, LinkButton } from '@darsi/ui/button.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { SafetyScene } from '@darsi/ui/illustrations.tsx'
import { Spinner } from '@darsi/ui/spinner.tsx'
import { headOf } from '../../page.ts'
import { useHref } from '../../site.tsx'
import { useSignOut } from '../../use-sign-out.ts'
import { FormPage } from '../parts/form-page.tsx'
import { texts } from './texts.ts'
import { type Reader, useInvitation } from './use-invitation.ts'

export const head = headOf(texts)

/** Where the mail to a named guardian leads: a parent accepts, everyone else gets there first. */
export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  const { reader, linked, failure, busy, accept } = useInvitation()
  if (linked !== null) {
    return (
      <FormPage title={t('linkedTitle', { name: linked })} picture={<SafetyScene />}>
        <Banner tone="success">{t('linkedText', { name: linked })}</Banner>
        <LinkButton full href={href('/parent/dashboard', '?tab=my-children')}>
          {t('myChildren')}
        </LinkButton>
      </FormPage>
    )
  }
  return (
    <FormPage title={t('title')} lead={t('lead')} picture={<SafetyScene />}>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      {reader === null ? <Spinner /> : <NextStep reader={reader} busy={busy} onAccept={accept} />}
      <noscript>{t('needsScript')}</noscript>
    </FormPage>
  )
}

type NextStepProps = { reader: Reader; busy: boolean; onAccept: () => void }

function NextStep({ reader, busy, onAccept }: NextStepProps) {
  const t = useTranslator(texts)
  const href = useHref()
  const signOut = useSignOut()
  if (reader === 'parent') {
    return (
      <Button full loading={busy} onClick={onAccept}>
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
        <LinkButton full variant="secondary" href={href('/registration', '?type=parent')}>
          {t('register')}
        </LinkButton>
      </div>
      <p className="ds-soft ds-small">{t('registerHint')}</p>
    </>
  )
}
