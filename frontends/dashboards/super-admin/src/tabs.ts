import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
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

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'system-overview', label: 'systemOverviewTab', icon: HomeIcon, Tab: SystemOverview },
  {
    id: 'user-management',
    label: 'userManagementTab',
    icon: UsersIcon,
    Tab: retryableLazy(() => import('./tabs/user-management.tsx')),
  },
  {
    id: 'admin-management',
    label: 'adminManagementTab',
    icon: KeyIcon,
    Tab: retryableLazy(() => import('./tabs/admin-management.tsx')),
  },
  {
    id: 'system-health',
    label: 'systemHealthTab',
    icon: ServerIcon,
    Tab: retryableLazy(() => import('./tabs/system-health.tsx')),
  },
  {
    id: 'platform-analytics',
    label: 'platformAnalyticsTab',
    icon: ChartIcon,
    Tab: retryableLazy(() => import('./tabs/platform-analytics.tsx')),
  },
  {
    id: 'data-export',
    label: 'dataExportTab',
    icon: DownloadIcon,
    Tab: retryableLazy(() => import('./tabs/data-export.tsx')),
  },
  {
    id: 'audit-log',
    label: 'auditTab',
    icon: FileIcon,
    Tab: retryableLazy(() => import('./tabs/audit-log.tsx')),
  },
  {
    id: 'evidence',
    label: 'evidenceTab',
    icon: FlagIcon,
    Tab: retryableLazy(() => import('./tabs/evidence.tsx')),
  },
  {
    id: 'newsletter',
    label: 'newsletterTab',
    icon: MailIcon,
    Tab: retryableLazy(() => import('./tabs/newsletter.tsx')),
  },
  {
    id: 'holidays',
    label: 'holidaysTab',
    icon: CalendarIcon,
    Tab: retryableLazy(() => import('./tabs/holidays.tsx')),
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
  start: 'system-overview',
  elsewhere: 'safety',
}
