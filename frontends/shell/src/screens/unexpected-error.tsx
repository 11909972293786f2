import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import './screens.css'

/** spec §8. Has few dependencies, because a component above it has just failed. */
export function UnexpectedError() {
  const t = useTranslator(texts.frame)
  return (
    <div className="screen">
      <main className="screen-card">
        <h1>{t('unexpectedError')}</h1>
        <p role="alert">{t('unexpectedErrorHelp')}</p>
        <div className="ds-row">
          <Button onClick={() => location.reload()}>{t('reload')}</Button>
          <LinkButton variant="secondary" href="/">
            {t('goHome')}
          </LinkButton>
        </div>
      </main>
    </div>
  )
}
