import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { texts } from '../../texts.ts'

export const head = headOf(texts.offline)

/** The service worker shows this page offline instead of a page that is not in its cache. */
export function Page() {
  const t = useTranslator(texts.offline)
  return (
    <div className="ds-page page-lead">
      <h1>{t('title')}</h1>
      <p>{t('description')}</p>
      <div className="ds-row">
        <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
      </div>
    </div>
  )
}
