import type { Api, ApiKey } from '@darsi/contracts/calls/api.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiClient, CallOptions, CallRest } from '../api/api-client.ts'
import { queryClientOf } from './query-client.ts'

export type Loaded<T> = {
  /** The last answer; kept while it is loaded again. */
  data: T | null
  /** The data answers other parameters; the answer to the current ones has not arrived. */
  isPlaceholder: boolean
  /** The error of the last attempt in the page's language; kept until one succeeds. */
  error: string | null
  loading: boolean
  reload: () => void
  /** Replaces the data by the answer of another call. */
  set: (data: T) => void
}

type Settings = {
  /** The polling interval while the page is visible; also reloads when it becomes visible. */
  pollMs?: number
  /** Replaces the text of a failure for which the server gave no reason. */
  fallback?: string
  /** False: nothing is loaded. */
  enabled?: boolean
}
type Options<K extends ApiKey> = Omit<CallOptions<K>, 'signal'> & Settings
type Rest<K extends ApiKey> =
  Record<never, never> extends CallOptions<K> ? [options?: Options<K>] : [options: Options<K>]

/**
 * The answer of one call, for example `useCall(api, 'GET /children')`. The key and the parameters make the query
 * key.
 */
export function useCall<K extends ApiKey>(
  api: ApiClient,
  key: K,
  ...rest: Rest<K>
): Loaded<Api[K]['answer']> {
  const { pollMs, fallback, enabled, ...options }: Settings & Record<string, unknown> = rest[0] ?? {}
  return useLoaded(api, [key, options], (signal) => callWith(api, key, { ...options, signal }), {
    pollMs,
    fallback,
    enabled,
  })
}

/** The answer of a call that the page shows; undefined when it shows none. */
export function shownAnswer<K extends ApiKey>(
  api: ApiClient,
  key: K,
  options: CallOptions<K>,
): Api[K]['answer'] | undefined {
  return queryClientOf(api).getQueryData([key, options])
}

/** Calls with options that the caller of a generic function has already checked. */
export function callWith<K extends ApiKey>(
  api: ApiClient,
  key: K,
  options: Record<string, unknown>,
): Promise<Api[K]['answer']> {
  // `as`: `useCall` and `usePages` accept only the parameters of the call
  const rest = [options as CallOptions<K>] as [options?: CallOptions<K>] as CallRest<K>
  return api.call(key, ...rest)
}

/** The combined answer of several calls, under the key of the first. */
export function useLoaded<T>(
  api: ApiClient,
  queryKey: QueryKey,
  load: (signal: AbortSignal) => Promise<T>,
  { pollMs, fallback, enabled = true }: Settings = {},
): Loaded<T> {
  const client = queryClientOf(api)
  const query = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => load(signal),
      placeholderData: keepPreviousData,
      enabled,
      refetchInterval: pollMs ?? false,
      refetchOnWindowFocus: pollMs !== undefined,
    },
    client,
  )
  const failure = useLastError(query)
  return {
    data: query.data ?? null,
    isPlaceholder: query.isPlaceholderData,
    error: failure === null ? null : errorText(failure, fallback),
    loading: query.isFetching,
    reload: () => void query.refetch(),
    set: (data) => client.setQueryData(queryKey, data),
  }
}

/** Keeps the error on the page, with its button, until an attempt succeeds: the library drops it when one begins. */
export function useLastError({ error, isFetching }: { error: Error | null; isFetching: boolean }): unknown {
  const last = useRef<unknown>(null)
  if (error !== null || !isFetching) last.current = error
  return last.current
}
