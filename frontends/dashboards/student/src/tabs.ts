import { CalendarIcon, HomeIcon, MessageIcon, SearchIcon, UserIcon } from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import Overview from './tabs/overview.tsx'

/** spec §2 */
export const tabs = [
  { id: 'overview', icon: HomeIcon, Tab: Overview },
  { id: 'find-teachers', icon: SearchIcon, load: () => import('./tabs/find-teachers.tsx') },
  { id: 'my-sessions', icon: CalendarIcon, load: () => import('./tabs/my-sessions.tsx'), offline: true },
  { id: 'messages', icon: MessageIcon, load: () => import('./tabs/messages.tsx'), offline: true },
  { id: 'profile', icon: UserIcon, load: () => import('./tabs/profile.tsx') },
] as const

export const noticeTabs: NoticeTabs<(typeof tabs)[number]['id']> = {
  account: 'profile',
  start: 'overview',
  connection: 'find-teachers',
  lesson: 'my-sessions',
  message: 'messages',
  report: 'my-sessions',
  review: 'my-sessions',
}
