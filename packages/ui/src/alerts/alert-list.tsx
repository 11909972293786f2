import { useCallback, useState } from 'react'
import { announce, useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { RadioGroup } from '../choice.tsx'
import { EmptyState } from '../empty-state.tsx'
import { errorText } from '../error-text.ts'
import { useTranslator } from '../i18n.tsx'
import { SafetyScene } from '../illustrations.tsx'
import { Paged } from '../paged.tsx'
import type { ShowPerson } from '../person-name.tsx'
import { useToast } from '../toast.tsx'
import { usePages } from '../use-pages.ts'
import type { Alert, AlertViewer } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { alertsTexts } from './alerts-texts.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import './alerts.css'

type Props = {
  api: ApiClient
  viewer: AlertViewer
  /** Shows an account; for administrators. */
  onPerson?: ShowPerson
}

/** Safety alerts, those first whose clock runs out first, and the resolved ones. */
export function AlertList({ api, viewer, onPerson }: Props) {
  const t = useTranslator(alertsTexts)
  const toast = useToast()
  const [status, setStatus] = useState<'open' | 'resolved'>('open')
  const [asked, setAsked] = useState<Alert | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call(viewer === 'admin' ? 'GET /admin/alerts' : 'GET /safety/alerts', {
        query: { status, limit: limit ?? 20, ...(cursor !== null && { cursor }) },
        signal,
      }),
    [api, viewer, status],
  )
  const pages = usePages(load)
  const { follow } = pages
  useAnnounced('alerts', follow)
  const take = async ({ id }: Alert) => {
    try {
      await api.call('POST /admin/alerts/:id/answer', { params: { id } })
      toast(t('answeredNow'))
    } catch (failure) {
      toast(errorText(failure), 'danger')
    }
    // a refusal says who was quicker, and so does the card then
    announce('alerts')
  }
  return (
    <div className="ds-stack">
      <RadioGroup
        legend={t('which')}
        hideLegend
        variant="segments"
        value={status}
        onChange={setStatus}
        options={[
          { value: 'open', label: t('open') },
          { value: 'resolved', label: t('resolved') },
        ]}
      />
      <Paged
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
              onResolve={() => setAsked(alert)}
              {...(viewer === 'admin' && { onAnswer: () => void take(alert) })}
              {...(onPerson && { onPerson })}
            />
          ))}
        </ul>
      </Paged>
      {asked !== null && (
        <ResolveDialog api={api} alert={asked} viewer={viewer} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}
