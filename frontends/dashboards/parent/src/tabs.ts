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

/** spec §2 */
export const tabs = [
  { id: 'overview', icon: HomeIcon, Tab: Overview },
  { id: 'my-children', icon: ChildIcon, load: () => import('./tabs/my-children.tsx') },
  { id: 'find-teachers', icon: SearchIcon, load: () => import('./tabs/find-teachers.tsx') },
  { id: 'lessons', icon: CalendarIcon, load: () => import('./tabs/lessons.tsx'), offline: true },
  { id: 'messages', icon: MessageIcon, load: () => import('./tabs/messages.tsx'), offline: true },
  { id: 'safety-alerts', icon: ShieldIcon, load: () => import('./tabs/safety-alerts.tsx') },
  { id: 'progress-reports', icon: TrendIcon, load: () => import('./tabs/progress-reports.tsx') },
  { id: 'account', icon: SettingsIcon, load: () => import('./tabs/account.tsx') },
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
