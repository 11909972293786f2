import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { useState } from 'react'
import type { Alert } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { AlertStatus, NoAlerts } from './alert-status.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import './alerts.css'

const place = { status: oneOf(['open', 'resolved'], 'open') }

/** A guardian's safety alerts, those first whose clock runs out first, and the resolved ones. */
export function AlertList({ api }: { api: ApiClient }) {
  const [{ status }, { set }] = usePlace(place)
  const [asked, setAsked] = useState<Alert | null>(null)
  const pages = usePages(api, 'GET /safety/alerts', { query: { status, limit: 20 } })
  return (
    <div className="ds-stack">
      <AlertStatus value={status} onChange={(chosen) => set({ status: chosen })} />
      <PagedPanel pages={pages} empty={<NoAlerts status={status} />}>
        <ul className="ds-alerts" aria-busy={pages.loading || undefined}>
          {pages.rows.map((alert) => (
            <AlertCard
              key={alert.id}
              alert={alert}
              viewer="parent"
              api={api}
              onResolve={() => setAsked(alert)}
            />
          ))}
        </ul>
      </PagedPanel>
      {asked !== null && <ResolveDialog api={api} alert={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
