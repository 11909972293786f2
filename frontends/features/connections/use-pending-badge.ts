import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { TabBadge } from '@darsi/client/dashboard/define-dashboard.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

const everyMs = 60_000

/** The number of requests that wait for an answer; 0 while loading. */
export function usePendingBadge(api: ApiClient, box: 'received' | 'sent'): TabBadge {
  const t = useTranslator(texts.connections)
  const pending = useCall(api, 'GET /connections', {
    query: { box, status: 'pending', limit: 1 },
    pollMs: everyMs,
  })
  const count = pending.data?.pending ?? 0
  return { badge: count, badgeLabel: t('pendingCount', { count }) }
}
