import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense } from 'react'
import { texts } from '../texts.ts'
import { useOpenAlerts } from './use-open-alerts.ts'
import './alerts.css'

// most visits have no open alert, so the card is not part of the dashboard's first load
const AlertCard = retryableLazy(async () => ({ default: (await import('./alert-card.tsx')).AlertCard }))

/** At most two open alerts at the top of an overview. Renders nothing if none is open. */
export function AlertPreview({ api, onAll }: { api: ApiClient; onAll: () => void }) {
  const t = useTranslator(texts.alerts)
  const { rows } = useOpenAlerts(api, 'parent')
  if (rows.length === 0) return null
  return (
    <section className="ds-stack" aria-labelledby="alert-preview">
      <div className="ds-row ds-alert-head">
        <h3 id="alert-preview">{t('previewTitle')}</h3>
        <Button size="sm" variant="secondary" onClick={onAll}>
          {t('seeAll')}
        </Button>
      </div>
      <ul className="ds-alerts ds-alerts-two">
        <Suspense>
          {rows.map((alert) => (
            <AlertCard key={alert.id} alert={alert} viewer="parent" />
          ))}
        </Suspense>
      </ul>
    </section>
  )
}
