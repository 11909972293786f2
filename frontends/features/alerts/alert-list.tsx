import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LinkedRow } from '@darsi/client/place/linked-row.tsx'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { useState } from 'react'
import type { Alert } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { AlertStatus, NoAlerts } from './alert-status.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
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
