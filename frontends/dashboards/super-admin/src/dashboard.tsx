import { defineDashboard } from '@darsi/client/dashboard/define-dashboard.tsx'
import { noticeBell } from '@darsi/features/notices/public.ts'
import { noticeTabs, tabs } from './tabs.ts'
import { texts } from './texts.ts'

export const { contract, Dashboard } = defineDashboard({
  texts,
  title: 'title',
  tabs,
  onPhone: ['system-overview', 'user-management', 'system-health', 'audit-log'],
  Bell: noticeBell(noticeTabs),
})
