import { liveReads } from '@darsi/contracts/calls/live-reads.ts'
import type { Change } from '@darsi/contracts/rules/live-kinds.ts'
import { hashKey, type Query, QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { onNetworkReturn, onOutdatedCopy } from '../api/network-events.ts'

const clients = new WeakMap<object, QueryClient>()

/**
 * The cache of a dashboard's calls. It belongs to the API client, which every component has, so no provider is
 * needed.
 */
export function queryClientOf(api: Pick<ApiClient, 'response'>): QueryClient {
  const client = clients.get(api) ?? createClient()
  clients.set(api, client)
  return client
}

function createClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: defaults } })
  // observes the visibility of the page, as the library's provider would
  client.mount()
  onOutdatedCopy((key) => void client.invalidateQueries({ queryKey: [key] }))
  // what failed without an answer is loaded again without a press
  const isUnanswered = ({ state }: Query) => state.error instanceof ApiError && state.error.status === 0
  onNetworkReturn(() => void client.refetchQueries({ type: 'active', predicate: isUnanswered }))
  return client
}

const defaults = {
  // a failure is shown at once, with a button to try again
  retry: false,
  // a call that fails offline must say so; by default the library would wait silently
  networkMode: 'always',
  refetchOnWindowFocus: false,
  // a form that opens again must not start from an old version of its data
  gcTime: 0,
} as const

/** Reloads the stale data of the visible page. */
export function invalidate(api: Pick<ApiClient, 'response'>, ...changes: readonly Change[]): void {
  invalidateAll(
    api,
    changes.map((change) => ({ change, id: null })),
  )
}

/** The same with the ids of the changed things (null: any). Calls about other things are not repeated. */
export function invalidateAll(
  api: Pick<ApiClient, 'response'>,
  changes: readonly { change: Change; id: string | null }[],
): void {
  const keys = changes.flatMap(({ change, id }) =>
    liveReads[change].map((call) =>
      id !== null && call.includes('/:id/') ? [call, { params: { id } }] : [call],
    ),
  )
  // each key once: a second invalidation would abort the first call and send it again
  for (const queryKey of new Map(keys.map((key) => [hashKey(key), key])).values()) {
    void queryClientOf(api).invalidateQueries({ queryKey })
  }
}
