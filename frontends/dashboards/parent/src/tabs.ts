import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import {
  CalendarIcon,
  ChildIcon,
  HomeIcon,
  MessageIcon,
  SearchIcon,
  SettingsIcon,
  ShieldIcon,
  TrendIcon,
} from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import Overview from './tabs/overview.tsx'

// lessons and messages open without network
const lessons = () => import('./tabs/lessons.tsx')
const messages = () => import('./tabs/messages.tsx')

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'overview', label: 'overviewTab', icon: HomeIcon, Tab: Overview },
  {
    id: 'my-children',
    label: 'myChildrenTab',
    icon: ChildIcon,
    Tab: retryableLazy(() => import('./tabs/my-children.tsx')),
  },
  {
    id: 'find-teachers',
    label: 'findTeachersTab',
    icon: SearchIcon,
    Tab: retryableLazy(() => import('./tabs/find-teachers.tsx')),
  },
  {
    id: 'lessons',
    label: 'lessonsTab',
    icon: CalendarIcon,
    Tab: retryableLazy(lessons),
    ahead: lessons,
  },
  {
    id: 'messages',
    label: 'messagesTab',
    icon: MessageIcon,
    Tab: retryableLazy(messages),
    ahead: messages,
  },
  {
    id: 'safety-alerts',
    label: 'safetyAlertsTab',
    icon: ShieldIcon,
    Tab: retryableLazy(() => import('./tabs/safety-alerts.tsx')),
  },
  {
    id: 'progress-reports',
    label: 'progressReportsTab',
    icon: TrendIcon,
    Tab: retryableLazy(() => import('./tabs/progress-reports.tsx')),
  },
  {
    id: 'account',
    label: 'accountTab',
    icon: SettingsIcon,
    Tab: retryableLazy(() => import('./tabs/account.tsx')),
  },
] as const

export const noticeTabs: NoticeTabs<(typeof tabs)[number]['id']> = {
  account: 'account',
  start: 'overview',
  children: 'my-children',
  connection: 'find-teachers',
  consent: 'overview',
  lesson: 'lessons',
  message: 'messages',
  report: 'progress-reports',
  review: 'lessons',
  safety: 'safety-alerts',
}
