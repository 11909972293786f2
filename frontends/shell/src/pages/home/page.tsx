import { useTranslator } from '@darsi/ui/i18n.tsx'
import { headOf } from '../../page.ts'
import { texts } from './texts.ts'

export const head = headOf(texts)

export function Page() {
  const t = useTranslator(texts)
  return (
    <div className="ds-page page-lead">
      <h1>{t('title')}</h1>
      <p>{t('description')}</p>
    </div>
  )
}
