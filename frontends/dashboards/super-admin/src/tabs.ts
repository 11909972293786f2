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
import { lazy } from 'react'
import SystemOverview from './tabs/system-overview.tsx'
import './super-admin.css'

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'system-overview', label: 'systemOverviewTab', icon: HomeIcon, Tab: SystemOverview },
  {
    id: 'user-management',
    label: 'userManagementTab',
    icon: UsersIcon,
    Tab: lazy(() => import('./tabs/user-management.tsx')),
  },
  {
    id: 'admin-management',
    label: 'adminManagementTab',
    icon: KeyIcon,
    Tab: lazy(() => import('./tabs/admin-management.tsx')),
  },
  {
    id: 'system-health',
    label: 'systemHealthTab',
    icon: ServerIcon,
    Tab: lazy(() => import('./tabs/system-health.tsx')),
  },
  {
    id: 'platform-analytics',
    label: 'platformAnalyticsTab',
    icon: ChartIcon,
    Tab: lazy(() => import('./tabs/platform-analytics.tsx')),
  },
  {
    id: 'data-export',
    label: 'dataExportTab',
    icon: DownloadIcon,
    Tab: lazy(() => import('./tabs/data-export.tsx')),
  },
  {
    id: 'audit-log',
    label: 'auditTab',
    icon: FileIcon,
    Tab: lazy(() => import('./tabs/audit-log.tsx')),
  },
  {
    id: 'evidence',
    label: 'evidenceTab',
    icon: FlagIcon,
    Tab: lazy(() => import('./tabs/evidence.tsx')),
  },
  {
    id: 'newsletter',
    label: 'newsletterTab',
    icon: MailIcon,
    Tab: lazy(() => import('./tabs/newsletter.tsx')),
  },
  {
    id: 'holidays',
    label: 'holidaysTab',
    icon: CalendarIcon,
    Tab: lazy(() => import('./tabs/holidays.tsx')),
  },
  {
    id: 'account',
    label: 'accountTab',
    icon: SettingsIcon,
    Tab: lazy(() => import('./tabs/account.tsx')),
  },
] as const

export const noticeTabs: NoticeTabs<(typeof tabs)[number]['id']> = {
  account: 'account',
  start: 'system-overview',
  elsewhere: 'safety',
}
