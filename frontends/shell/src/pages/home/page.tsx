import { LinkButton } from '@darsi/ui/button.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { headOf } from '../../page.ts'
import { useHref } from '../../site.tsx'
import { texts } from './texts.ts'

export const head = headOf(texts)

export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  return (
    <div className="ds-page page-lead">
      <h1>{t('heading')}</h1>
      <p>{t('description')}</p>
      <div className="ds-row">
        <LinkButton size="lg" href={href('/registration')}>
          {t('join')}
        </LinkButton>
        <LinkButton size="lg" variant="secondary" href={href('/teacher-opportunities')}>
          {t('teach')}
        </LinkButton>
      </div>
    </div>
  )
}
