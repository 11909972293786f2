import { ClockIcon, HomeIcon, MessageIcon, UserIcon, UserPlusIcon } from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import Overview from './tabs/overview.tsx'

/** spec §2 */
export const tabs = [
  { id: 'overview', icon: HomeIcon, Tab: Overview },
  { id: 'student-requests', icon: UserPlusIcon, load: () => import('./tabs/student-requests.tsx') },
  { id: 'messages', icon: MessageIcon, load: () => import('./tabs/messages.tsx'), offline: true },
  { id: 'profile', icon: UserIcon, load: () => import('./tabs/profile.tsx') },
  { id: 'availability', icon: ClockIcon, load: () => import('./tabs/availability.tsx') },
] as const

export const noticeTabs: NoticeTabs<(typeof tabs)[number]['id']> = {
  account: 'profile',
  start: 'overview',
  connection: 'student-requests',
  group: 'availability',
  lesson: 'overview',
  message: 'messages',
  review: 'overview',
  upgrade: 'student-requests',
}
