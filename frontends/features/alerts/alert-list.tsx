import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ShowPerson } from '@darsi/design/layout/person-name.tsx'
import { useState } from 'react'
import type { Alert, AlertViewer } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { alertsTexts } from './texts.ts'
import './alerts.css'

type Props = {
  api: ApiClient
  viewer: AlertViewer
  /** Opens the account of a person; only for administrators. */
  onPerson?: ShowPerson
}

const place = { status: oneOf(['open', 'resolved'], 'open') }

/** Safety alerts by deadline, and the resolved ones. */
export function AlertList({ api, viewer, onPerson }: Props) {
  const t = useTranslator(alertsTexts)
  const toast = useToast()
  const [{ status }, { set }] = usePlace(place)
  const [asked, setAsked] = useState<Alert | null>(null)
  const pages = usePages(api, viewer === 'admin' ? 'GET /admin/alerts' : 'GET /safety/alerts', {
    query: { status, limit: 20 },
  })
  const take = async ({ id }: Alert) => {
    try {
      await api.call('POST /admin/alerts/:id/answer', { params: { id } })
      toast(t('answeredNow'))
    } catch (failure) {
      toast(errorText(failure), 'danger')
    }
    // after a refusal the message and the reloaded card name the administrator who took the alert first
    invalidate(api, 'alert')
  }
  return (
    <div className="ds-stack">
      <RadioGroup
        legend={t('which')}
        hideLegend
        variant="segments"
        value={status}
        onChange={(chosen) => set({ status: chosen })}
        options={[
          { value: 'open', label: t('open') },
          { value: 'resolved', label: t('resolved') },
        ]}
      />
      <PagedPanel
        pages={pages}
        empty={
          <EmptyState picture={<SafetyScene />} title={t(status === 'open' ? 'noneTitle' : 'noneResolved')}>
            {t('noneText')}
          </EmptyState>
        }
      >
        <ul className="ds-alerts" aria-busy={pages.loading || undefined}>
          {pages.rows.map((alert) => (
            <AlertCard
              key={alert.id}
              alert={alert}
              viewer={viewer}
              api={api}
              onResolve={() => setAsked(alert)}
              {...(viewer === 'admin' && { onAnswer: () => void take(alert) })}
              {...(onPerson && { onPerson })}
            />
          ))}
        </ul>
      </PagedPanel>
      {asked !== null && (
        <ResolveDialog api={api} alert={asked} viewer={viewer} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}
