import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'

/** A parent's children for a filter; empty while loading. */
export function useLearners(api: ApiClient): readonly { id: string; firstName: string }[] {
  const children = useCall(api, 'GET /children')
  return children.data?.data ?? []
}
