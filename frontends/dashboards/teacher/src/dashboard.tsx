import { defineDashboard } from '@darsi/client/dashboard/define-dashboard.tsx'
import { usePendingBadge } from '@darsi/features/connections/public.ts'
import { useUnreadBadge } from '@darsi/features/messages/public.ts'
import { noticeBell } from '@darsi/features/notices/public.ts'
import { lazy } from 'react'
import { noticeTabs, tabs } from './tabs.ts'
import { texts } from './texts.ts'

export const { contract, Dashboard } = defineDashboard({
  texts,
  title: 'title',
  tabs,
  Classroom: lazy(async () => ({
    default: (await import('@darsi/features/classroom/public.ts')).ClassroomPage,
  })),
  Bell: noticeBell(noticeTabs),
  useBadges: (api) => ({
    'student-requests': usePendingBadge(api, 'received'),
    messages: useUnreadBadge(api),
  }),
})
