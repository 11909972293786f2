import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { defineDashboard, type TabBadges } from '@darsi/client/dashboard/define-dashboard.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { noticeBell } from '@darsi/features/notices/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { CounterStrip } from './counter-strip.tsx'
import { connectionCounts, useStats } from './stats.ts'
import { noticeTabs, tabs } from './tabs.ts'

export const { contract, Dashboard } = defineDashboard({
  texts: texts.admin,
  title: 'title',
  tabs,
  onPhone: ['overview', 'user-management', 'connection-requests', 'safety-alerts'],
  Bell: noticeBell(noticeTabs),
  Above: CounterStrip,
  useBadges,
})

function useBadges(api: ApiClient): TabBadges {
  const t = useTranslator(texts.admin)
  const { data } = useStats(api)
  const badge = (count = 0) => ({ badge: count, badgeLabel: t('waitingCount', { count }) })
  return {
    'user-management': badge(data?.pendingApprovals),
    'connection-requests': badge(connectionCounts.reduce((sum, name) => sum + (data?.[name] ?? 0), 0)),
    'duplicate-alerts': badge(data?.duplicateAlerts),
    'safety-alerts': badge(data?.openAlerts),
    tickets: badge(data?.openTickets),
  }
}
