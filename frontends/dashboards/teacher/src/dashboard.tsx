import { defineDashboard } from '@darsi/client/dashboard/define-dashboard.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { usePendingBadge } from '@darsi/features/connections/public.ts'
import { useUnreadBadge } from '@darsi/features/messages/public.ts'
import { emailWarning, noticeBell } from '@darsi/features/notices/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { NextStep } from './next-step.tsx'
import { noticeTabs, tabs } from './tabs.ts'

export const { contract, Dashboard } = defineDashboard({
  texts: texts.teacher,
  tabs,
  Classroom: retryableLazy(async () => ({
    default: (await import('@darsi/features/classroom/public.ts')).ClassroomPage,
  })),
  Bell: noticeBell(noticeTabs, NextStep, 'teacher'),
  Above: emailWarning(noticeTabs),
  useBadges: (api) => ({
    'student-requests': usePendingBadge(api, 'received'),
    messages: useUnreadBadge(api),
  }),
})
