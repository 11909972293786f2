import { defineDashboard } from '@darsi/client/dashboard/define-dashboard.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { useUnreadBadge } from '@darsi/features/messages/public.ts'
import { emailWarning, noticeBell } from '@darsi/features/notices/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { NextStep } from './next-step.tsx'
import { noticeTabs, tabs } from './tabs.ts'

export const { contract, Dashboard } = defineDashboard({
  texts: texts.student,
  tabs,
  Classroom: retryableLazy(async () => ({
    default: (await import('@darsi/features/classroom/public.ts')).ClassroomPage,
  })),
  Bell: noticeBell(noticeTabs, NextStep, 'student'),
  Above: emailWarning(noticeTabs),
  useBadges: (api) => ({ messages: useUnreadBadge(api) }),
})
