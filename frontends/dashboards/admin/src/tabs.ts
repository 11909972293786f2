import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
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
import Overview from './tabs/overview.tsx'

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'overview', label: 'overviewTab', icon: HomeIcon, Tab: Overview },
  {
    id: 'user-management',
    label: 'userManagementTab',
    icon: UsersIcon,
    Tab: retryableLazy(() => import('./tabs/user-management.tsx')),
  },
  {
    id: 'connection-requests',
    label: 'connectionRequestsTab',
    icon: HandshakeIcon,
    Tab: retryableLazy(() => import('./tabs/connection-requests.tsx')),
  },
  {
    id: 'safety-alerts',
    label: 'safetyAlertsTab',
    icon: ShieldIcon,
    Tab: retryableLazy(() => import('./tabs/safety-alerts.tsx')),
  },
  {
    id: 'duplicate-alerts',
    label: 'duplicateAlertsTab',
    icon: CopyIcon,
    Tab: retryableLazy(() => import('./tabs/duplicate-alerts.tsx')),
  },
  {
    id: 'platform-analytics',
    label: 'platformAnalyticsTab',
    icon: ChartIcon,
    Tab: retryableLazy(() => import('./tabs/platform-analytics.tsx')),
  },
  {
    id: 'tickets',
    label: 'ticketsTab',
    icon: MailIcon,
    Tab: retryableLazy(() => import('./tabs/tickets.tsx')),
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
  start: 'overview',
  safety: 'safety-alerts',
}
