import { Banner } from '@darsi/design/feedback/banner.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LanguageLinks } from '../../chrome/language-links.tsx'
import { invitation, invitedAddress } from '../../links/kept-token.ts'
import { usePassedLink } from '../../links/use-passed-link.ts'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PassedLink } from '../parts/passed-link.tsx'

export const head = headOf(texts.guardian)

/** The page for the mailed link to a named guardian. A parent accepts; others sign in or register as a parent first. */
export function Page() {
  const t = useTranslator(texts.guardian)
  const href = useHref()
  const { api } = useSite()
  const link = usePassedLink({
    role: 'parent',
    link: invitation,
    address: invitedAddress,
    accept: async (token) => {
      const { data } = await api.call('POST /children/link', { body: { token } })
      return { child: data?.firstName ?? null }
    },
    failed: t('failed'),
  })
  if (link.done === null)
    return <PassedLink link={link} registersAs="parent" t={t} above={<LanguageLinks isInPage />} />
  const { child } = link.done
  if (child === null)
    return (
      <FormPage title={t('waitsTitle')} picture={<SafetyScene />}>
        <Banner>{t('waitsText')}</Banner>
      </FormPage>
    )
  return (
    <FormPage title={t('linkedTitle', { name: child })} picture={<SafetyScene />}>
      <Banner tone="success">{t('linkedText', { name: child })}</Banner>
      <LinkButton full href={href('/parent/dashboard', '?tab=my-children')}>
        {t('myChildren')}
      </LinkButton>
    </FormPage>
  )
}
