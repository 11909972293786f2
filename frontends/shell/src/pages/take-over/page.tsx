import { Banner } from '@darsi/design/feedback/banner.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { takeOver } from '../../links/kept-token.ts'
import { usePassedLink } from '../../links/use-passed-link.ts'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PassedLink } from '../parts/passed-link.tsx'

export const head = headOf(texts.takeOver)

/** The page for a link that a guardian passes on: an adult with an account takes over, others register first. */
export function Page() {
  const t = useTranslator(texts.takeOver)
  const href = useHref()
  const { api } = useSite()
  const link = usePassedLink({
    role: 'student',
    link: takeOver,
    accept: (token) => api.call('POST /children/take-over', { body: { token } }),
    failed: t('failed'),
  })
  if (link.done === null) return <PassedLink link={link} registersAs="student" t={t} />
  return (
    <FormPage title={t('doneTitle')} picture={<SafetyScene />}>
      <Banner tone="success">{t('doneText')}</Banner>
      <LinkButton full href={href('/student/dashboard')}>
        {t('dashboard')}
      </LinkButton>
    </FormPage>
  )
}
