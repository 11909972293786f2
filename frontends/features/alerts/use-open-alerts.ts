import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { TabBadge } from '@darsi/client/dashboard/define-dashboard.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { Alert, AlertViewer } from './alert.ts'

const everyMs = 60_000

/** How many alerts are open; 0 until they are loaded. */
export function useAlertsBadge(api: ApiClient, viewer: AlertViewer): TabBadge {
  const t = useTranslator(texts.alerts)
  const { total: count } = useOpenAlerts(api, viewer)
  return { badge: count, badgeLabel: t('countLabel', { count }) }
}

/** The most urgent open alerts and how many there are; none until they are loaded. */
export function useOpenAlerts(
  api: ApiClient,
  viewer: AlertViewer,
  limit = 2,
): { rows: readonly Alert[]; total: number } {
  const alerts = useCall(api, viewer === 'admin' ? 'GET /admin/alerts' : 'GET /safety/alerts', {
    query: { status: 'open', limit },
    pollMs: everyMs,
  })
  return { rows: alerts.data?.data ?? [], total: alerts.data?.total ?? 0 }
}
