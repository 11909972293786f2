import { Banner } from '@darsi/ui/banner.tsx'
import { LinkButton } from '@darsi/ui/button.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { SafetyScene } from '@darsi/ui/illustrations.tsx'
import { headOf } from '../../page.ts'
import { useHref, useSite } from '../../site.tsx'
import { FormPage } from '../parts/form-page.tsx'
import { invitation } from '../parts/kept-token.ts'
import { PassedLink } from '../parts/passed-link.tsx'
import { usePassedLink } from '../parts/use-passed-link.ts'
import { texts } from './texts.ts'

export const head = headOf(texts)

/** Where the mail to a named guardian leads: a parent accepts, everyone else gets there first. */
export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  const { api } = useSite()
  const link = usePassedLink({
    role: 'parent',
    link: invitation,
    accept: async (token) => (await api.call('POST /children/link', { body: { token } })).data.firstName,
    texts: { noLink: t('noLink'), failed: t('failed') },
  })
  if (link.done === null) return <PassedLink link={link} registersAs="parent" t={t} />
  return (
    <FormPage title={t('linkedTitle', { name: link.done })} picture={<SafetyScene />}>
      <Banner tone="success">{t('linkedText', { name: link.done })}</Banner>
      <LinkButton full href={href('/parent/dashboard', '?tab=my-children')}>
        {t('myChildren')}
      </LinkButton>
    </FormPage>
  )
}
