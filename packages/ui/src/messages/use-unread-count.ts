import { useCallback } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { useLoaded } from '../loaded.tsx'
import { usePoll } from '../use-poll.ts'

const everyMs = 30_000

/** Unread messages of all conversations, for the badge on the tab; 0 while it is not known. */
export function useUnreadCount(api: ApiClient): number {
  const threads = useLoaded(useCallback((signal: AbortSignal) => api.call('GET /threads', { signal }), [api]))
  useAnnounced('messages', threads.reload)
  usePoll(threads.reload, everyMs)
  return (threads.data?.data ?? []).reduce((sum, { unread }) => sum + unread, 0)
}
