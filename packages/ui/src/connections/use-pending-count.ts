import { useCallback } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { useLoaded } from '../loaded.tsx'
import { usePoll } from '../use-poll.ts'

const everyMs = 60_000

/** How many requests wait, for the badge on the tab; 0 while it is not known. */
export function usePendingCount(api: ApiClient, box: 'received' | 'sent'): number {
  const pending = useLoaded(
    useCallback(
      (signal: AbortSignal) =>
        api.call('GET /connections', { query: { box, status: 'pending', limit: 1 }, signal }),
      [api, box],
    ),
  )
  useAnnounced('connections', pending.reload)
  usePoll(pending.reload, everyMs)
  return pending.data?.pending ?? 0
}
