import {
  CalendarIcon,
  ChartIcon,
  CopyIcon,
  HandshakeIcon,
  HomeIcon,
  MailIcon,
  SettingsIcon,
  ShieldIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import { lazy } from 'react'
import Overview from './tabs/overview.tsx'

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'overview', label: 'overviewTab', icon: HomeIcon, Tab: Overview },
  {
    id: 'user-management',
    label: 'userManagementTab',
    icon: UsersIcon,
    Tab: lazy(() => import('./tabs/user-management.tsx')),
  },
  {
    id: 'connection-requests',
    label: 'connectionRequestsTab',
    icon: HandshakeIcon,
    Tab: lazy(() => import('./tabs/connection-requests.tsx')),
  },
  {
    id: 'safety-alerts',
    label: 'safetyAlertsTab',
    icon: ShieldIcon,
    Tab: lazy(() => import('./tabs/safety-alerts.tsx')),
  },
  {
    id: 'duplicate-alerts',
    label: 'duplicateAlertsTab',
    icon: CopyIcon,
    Tab: lazy(() => import('./tabs/duplicate-alerts.tsx')),
  },
  {
    id: 'platform-analytics',
    label: 'platformAnalyticsTab',
    icon: ChartIcon,
    Tab: lazy(() => import('./tabs/platform-analytics.tsx')),
  },
  {
    id: 'tickets',
    label: 'ticketsTab',
    icon: MailIcon,
    Tab: lazy(() => import('./tabs/tickets.tsx')),
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
  start: 'overview',
  safety: 'safety-alerts',
}
