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
import { type Reader, useTakeOver } from './use-take-over.ts'

export const head = headOf(texts)

/** Where the link leads that a guardian passes on: an adult with an own account takes over, others make one first. */
export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  const { reader, isDone, failure, busy, accept } = useTakeOver()
  if (isDone) {
    return (
      <FormPage title={t('doneTitle')} picture={<SafetyScene />}>
        <Banner tone="success">{t('doneText')}</Banner>
        <LinkButton full href={href('/student/dashboard')}>
          {t('dashboard')}
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
  if (reader === 'student') {
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
        <LinkButton full variant="secondary" href={href('/registration', '?type=student')}>
          {t('register')}
        </LinkButton>
      </div>
      <p className="ds-soft ds-small">{t('registerHint')}</p>
    </>
  )
}
