import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { defineDashboard, type TabBadges } from '@darsi/client/dashboard/define-dashboard.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { emailWarning, noticeBell } from '@darsi/features/notices/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { noticeTabs, tabs } from './tabs.ts'

export const { contract, Dashboard } = defineDashboard({
  texts: texts.superAdmin,
  tabs,
  onPhone: ['system-overview', 'user-management', 'system-health', 'audit-log'],
  Bell: noticeBell(noticeTabs),
  Above: emailWarning(noticeTabs),
  useBadges,
})

const pollMs = 60_000

/** The accounts that wait for an approval: all, and the administrators among them. */
function useBadges(api: ApiClient): TabBadges {
  const t = useTranslator(texts.superAdmin)
  const waiting = { status: 'pending', limit: 1 } as const
  const all = useCall(api, 'GET /admin/users', { query: waiting, pollMs })
  const admins = useCall(api, 'GET /admin/users', { query: { ...waiting, role: 'admin' }, pollMs })
  const badge = (count = 0) => ({ badge: count, badgeLabel: t('waitingCount', { count }) })
  return { 'user-management': badge(all.data?.total), 'admin-management': badge(admins.data?.total) }
}
