import {
  CalendarIcon,
  ChartIcon,
  DownloadIcon,
  FileIcon,
  FlagIcon,
  HomeIcon,
  KeyIcon,
  MailIcon,
  ServerIcon,
  SettingsIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import SystemOverview from './tabs/system-overview.tsx'
import './super-admin.css'

/** spec §2 */
export const tabs = [
  { id: 'system-overview', icon: HomeIcon, Tab: SystemOverview },
  { id: 'user-management', icon: UsersIcon, load: () => import('./tabs/user-management.tsx') },
  { id: 'admin-management', icon: KeyIcon, load: () => import('./tabs/admin-management.tsx') },
  { id: 'system-health', icon: ServerIcon, load: () => import('./tabs/system-health.tsx') },
  { id: 'platform-analytics', icon: ChartIcon, load: () => import('./tabs/platform-analytics.tsx') },
  { id: 'data-export', icon: DownloadIcon, load: () => import('./tabs/data-export.tsx') },
  { id: 'audit-log', icon: FileIcon, load: () => import('./tabs/audit-log.tsx') },
  { id: 'evidence', icon: FlagIcon, load: () => import('./tabs/evidence.tsx') },
  { id: 'newsletter', icon: MailIcon, load: () => import('./tabs/newsletter.tsx') },
  { id: 'holidays', icon: CalendarIcon, load: () => import('./tabs/holidays.tsx') },
  { id: 'account', icon: SettingsIcon, load: () => import('./tabs/account.tsx') },
] as const

export const noticeTabs: NoticeTabs<(typeof tabs)[number]['id']> = {
  account: 'account',
  start: 'system-overview',
  elsewhere: 'safety',
}
