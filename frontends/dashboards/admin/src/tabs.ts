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

/** spec §2 */
export const tabs = [
  { id: 'overview', icon: HomeIcon, Tab: Overview },
  { id: 'user-management', icon: UsersIcon, load: () => import('./tabs/user-management.tsx') },
  { id: 'connection-requests', icon: HandshakeIcon, load: () => import('./tabs/connection-requests.tsx') },
  { id: 'safety-alerts', icon: ShieldIcon, load: () => import('./tabs/safety-alerts.tsx') },
  { id: 'duplicate-alerts', icon: CopyIcon, load: () => import('./tabs/duplicate-alerts.tsx') },
  { id: 'platform-analytics', icon: ChartIcon, load: () => import('./tabs/platform-analytics.tsx') },
  { id: 'tickets', icon: MailIcon, load: () => import('./tabs/tickets.tsx') },
  { id: 'holidays', icon: CalendarIcon, load: () => import('./tabs/holidays.tsx') },
  { id: 'account', icon: SettingsIcon, load: () => import('./tabs/account.tsx') },
] as const

export const noticeTabs: NoticeTabs<(typeof tabs)[number]['id']> = {
  account: 'account',
  start: 'overview',
  safety: 'safety-alerts',
}
