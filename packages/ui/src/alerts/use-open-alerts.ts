import { useCallback } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { useLoaded } from '../loaded.tsx'
import { usePoll } from '../use-poll.ts'
import type { Alert, AlertViewer } from './alert.ts'

const everyMs = 60_000

/** The most pressing open alerts and how many there are, for badge and overview; none while it is not known. */
export function useOpenAlerts(
  api: ApiClient,
  viewer: AlertViewer,
  limit = 2,
): { rows: readonly Alert[]; total: number } {
  const alerts = useLoaded(
    useCallback(
      (signal: AbortSignal) =>
        api.call(viewer === 'admin' ? 'GET /admin/alerts' : 'GET /safety/alerts', {
          query: { status: 'open', limit },
          signal,
        }),
      [api, viewer, limit],
    ),
  )
  useAnnounced('alerts', alerts.reload)
  usePoll(alerts.reload, everyMs)
  return { rows: alerts.data?.data ?? [], total: alerts.data?.total ?? 0 }
}
