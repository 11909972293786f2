import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { ClockIcon, HomeIcon, MessageIcon, UserIcon, UserPlusIcon } from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import Overview from './tabs/overview.tsx'

// lessons and messages open without network
const messages = () => import('./tabs/messages.tsx')

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'overview', label: 'overviewTab', icon: HomeIcon, Tab: Overview },
  {
    id: 'student-requests',
    label: 'studentRequestsTab',
    icon: UserPlusIcon,
    Tab: retryableLazy(() => import('./tabs/student-requests.tsx')),
  },
  {
    id: 'messages',
    label: 'messagesTab',
    icon: MessageIcon,
    Tab: retryableLazy(messages),
    ahead: messages,
  },
  {
    id: 'profile',
    label: 'profileTab',
    icon: UserIcon,
    Tab: retryableLazy(() => import('./tabs/profile.tsx')),
  },
  {
    id: 'availability',
    label: 'availabilityTab',
    icon: ClockIcon,
    Tab: retryableLazy(() => import('./tabs/availability.tsx')),
  },
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
