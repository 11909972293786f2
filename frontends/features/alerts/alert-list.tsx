import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { LinkedRow } from '@darsi/client/place/linked-row.tsx'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Alert } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { AlertStatus, NoAlerts } from './alert-status.tsx'
import './alerts.css'

const place = { status: oneOf(['open', 'resolved'], 'open'), alert: anyText() }

/** A guardian's safety alerts, the most severe first, and the resolved ones. */
export function AlertList({ api }: { api: ApiClient }) {
  const [{ status, alert: linkedId }, { set }] = usePlace(place)
  const [asked, setAsked] = useState<Alert | null>(null)
  const pages = usePages(api, 'GET /safety/alerts', { query: { status, limit: 20 } })
  const linked = useCall(api, 'GET /safety/alerts', { query: { id: linkedId }, enabled: linkedId !== '' })
  const card = (alert: Alert) => (
    <AlertCard key={alert.id} alert={alert} viewer="parent" api={api} onResolve={() => setAsked(alert)} />
  )
  return (
    <div className="ds-stack">
      <LinkedRow id={linkedId} row={linked.data?.data[0]} of={linked}>
        {card}
      </LinkedRow>
      <AlertStatus value={status} onChange={(chosen) => set({ status: chosen })} />
      <PagedPanel pages={pages} empty={<NoAlerts status={status} />}>
        <ul className="ds-alerts" aria-busy={pages.loading || undefined}>
          {pages.rows.filter(({ id }) => id !== linkedId).map(card)}
        </ul>
      </PagedPanel>
      {asked !== null && <ResolveDialog api={api} alert={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

type Props = { api: ApiClient; alert: Alert; onClose: () => void }

/** Closes an alert of the guardian's own. */
function ResolveDialog({ api, alert, onClose }: Props) {
  const t = useTranslator(texts.alerts)
  const resolve = async (note: string) => {
    await api.call('POST /safety/alerts/:id/resolve', { params: { id: alert.id }, body: { note } })
    invalidate(api, 'alert')
  }
  return (
    <TextDialog
      draft={`resolve/${alert.id}`}
      title={t('resolveTitle')}
      confirm={t('resolve')}
      done={t('resolvedNow')}
      label={t('resolveNote')}
      hint={t('resolveShared')}
      onText={resolve}
      onClose={onClose}
    >
      <p>{t('resolveText')}</p>
    </TextDialog>
  )
}
