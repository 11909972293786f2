import { useCallback } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { useLoaded } from '../loaded.tsx'

/** A parent's children for a filter; none while they are not known. */
export function useLearners(api: ApiClient): readonly { id: string; firstName: string }[] {
  const children = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /children', { signal }), [api]),
  )
  useAnnounced('children', children.reload)
  return children.data?.data ?? []
}
