import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { TabBadge } from '@darsi/client/dashboard/define-dashboard.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

const everyMs = 30_000

/** Unread messages of all conversations; 0 while loading. */
export function useUnreadBadge(api: ApiClient): TabBadge {
  const t = useTranslator(texts.messages)
  const threads = useCall(api, 'GET /threads', { pollMs: everyMs })
  const count = (threads.data?.data ?? []).reduce((sum, { unread }) => sum + unread, 0)
  return { badge: count, badgeLabel: t('unread', { count }) }
}
