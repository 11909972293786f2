import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { CalendarIcon, HomeIcon, MessageIcon, SearchIcon, UserIcon } from '@darsi/design/graphics/icons.tsx'
import type { NoticeTabs } from '@darsi/features/notices/public.ts'
import Overview from './tabs/overview.tsx'

// lessons and messages open without network
const mySessions = () => import('./tabs/my-sessions.tsx')
const messages = () => import('./tabs/messages.tsx')

/** spec §2. The first tab is part of the dashboard's entry, the others load when they are opened. */
export const tabs = [
  { id: 'overview', label: 'overviewTab', icon: HomeIcon, Tab: Overview },
  {
    id: 'find-teachers',
    label: 'findTeachersTab',
    icon: SearchIcon,
    Tab: retryableLazy(() => import('./tabs/find-teachers.tsx')),
  },
  {
    id: 'my-sessions',
    label: 'mySessionsTab',
    icon: CalendarIcon,
    Tab: retryableLazy(mySessions),
    ahead: mySessions,
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
