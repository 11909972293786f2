import { defineDashboard } from '@darsi/client/dashboard/define-dashboard.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { useAlertsBadge } from '@darsi/features/alerts/public.ts'
import { useUnreadBadge } from '@darsi/features/messages/public.ts'
import { emailWarning, noticeBell } from '@darsi/features/notices/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { NextStep } from './next-step.tsx'
import { noticeTabs, tabs } from './tabs.ts'

export const { contract, Dashboard } = defineDashboard({
  texts: texts.parent,
  tabs,
  onPhone: ['overview', 'find-teachers', 'lessons', 'messages'],
  Classroom: retryableLazy(async () => ({
    default: (await import('@darsi/features/classroom/public.ts')).ClassroomPage,
  })),
  Bell: noticeBell(noticeTabs, NextStep, 'parent'),
  Above: emailWarning(noticeTabs),
  useBadges: (api) => ({
    'safety-alerts': useAlertsBadge(api, 'parent'),
    messages: useUnreadBadge(api),
  }),
})
