import { LinkButton } from '@darsi/design/forms/button.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { NewsletterForm } from '../../newsletter/newsletter-form.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'

export const head = headOf(texts.underConstruction)

/** spec §1: what visitors see while the operator prepares the site (UNDER_CONSTRUCTION); staff log in. */
export function Page() {
  const t = useTranslator(texts.underConstruction)
  const href = useHref()
  return (
    <FormPage
      title={t('title')}
      lead={t('lead')}
      picture={<MailScene />}
      below={
        <LinkButton href={href('/login')} variant="secondary">
          {t('logIn')}
        </LinkButton>
      }
    >
      <NewsletterForm />
      <noscript>{t('needsScript')}</noscript>
    </FormPage>
  )
}
