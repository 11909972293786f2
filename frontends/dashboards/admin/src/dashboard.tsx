import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { defineDashboard, type TabBadges } from '@darsi/client/dashboard/define-dashboard.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { emailWarning, noticeBell } from '@darsi/features/notices/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { CounterStrip } from './counter-strip.tsx'
import { queuesOf, type Stats, useStats } from './stats.ts'
import { noticeTabs, tabs } from './tabs.ts'

const EmailWarning = emailWarning(noticeTabs)

export const { contract, Dashboard } = defineDashboard({
  texts: texts.admin,
  tabs,
  onPhone: ['overview', 'user-management', 'connection-requests', 'safety-alerts'],
  Bell: noticeBell(noticeTabs),
  Above: (props) => (
    <>
      <EmailWarning {...props} />
      <CounterStrip {...props} />
    </>
  ),
  useBadges,
})

function useBadges(api: ApiClient): TabBadges {
  const t = useTranslator(texts.admin)
  const { data } = useStats(api)
  const badge = (count = 0) => ({ badge: count, badgeLabel: t('waitingCount', { count }) })
  return {
    'user-management': badge(sumOf(data, queuesOf['user-management'])),
    'connection-requests': badge(sumOf(data, queuesOf['connection-requests'])),
    'duplicate-alerts': badge(data?.duplicateAlerts),
    'safety-alerts': badge(data?.openAlerts),
    tickets: badge(data?.openTickets),
  }
}

const sumOf = (stats: Stats | null, names: readonly (keyof Stats)[]): number =>
  names.reduce((sum, name) => sum + Number(stats?.[name] ?? 0), 0)
