import type { Api, ApiKey } from '@darsi/contracts/calls/api.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiClient, CallOptions } from '../api/api-client.ts'
import { queryClientOf } from './query-client.ts'
import { callWith, useLastError } from './use-call.ts'

type Page<Row> = { data: readonly Row[]; nextCursor: string | null; total: number }
type PageKey = { [K in ApiKey]: Api[K]['answer'] extends Page<unknown> ? K : never }[ApiKey]
type RowOf<K extends PageKey> = Api[K]['answer']['data'][number]
type List<K extends PageKey> = {
  rows: readonly RowOf<K>[]
  /** The last page as it was answered. */
  answer: Api[K]['answer']
  firstPage: number
  /** The list is too long to be reloaded, and does not show a recent change. */
  outdated: boolean
}
type Options<K extends PageKey> = Omit<CallOptions<K>, 'signal'> & {
  /** Waits this long after a change of the query before it loads. */
  pauseMs?: number
  /** Replaces the text of a failure for which the server gave no reason. */
  fallback?: string
}

/** Back shows the list with all its rows at once and reloads it. */
const keptMs = 300_000
/** The server's limit of rows per answer. */
const largestPage = 100

/**
 * A list in pages by cursor. A changed query starts again; an invalidation loads as many rows as are shown, so that
 * readers keep their place.
 */
export function usePages<K extends PageKey>(
  api: ApiClient,
  key: K,
  { pauseMs = 0, fallback, ...options }: Options<K>,
) {
  const client = queryClientOf(api)
  const settled = useSettled<Record<string, unknown>>(options, pauseMs)
  const queryKey = [key, settled.value, 'pages']
  const wish = useRef<'more' | 'start' | null>(null)
  const ask = (part: object, signal: AbortSignal) =>
    callWith(api, key, { ...settled.value, query: { ...asObject(settled.value['query']), ...part }, signal })

  const load = async (signal: AbortSignal): Promise<List<K>> => {
    const before = wish.current === 'start' ? undefined : client.getQueryData<List<K>>(queryKey)
    if (!before) return firstPageOf(await ask({}, signal))
    const { rows, firstPage } = before
    const isStale = client.getQueryState(queryKey)?.isInvalidated === true
    const wanted = rows.length + (wish.current === 'more' ? firstPage : 0)
    if (wish.current === 'more' && (!isStale || wanted > largestPage)) {
      const answer = await ask({ cursor: before.answer.nextCursor }, signal)
      return { ...before, answer, rows: [...rows, ...answer.data], outdated: before.outdated || isStale }
    }
    if (wanted > largestPage) return { ...before, outdated: true }
    if (wanted <= firstPage) return firstPageOf(await ask({}, signal))
    const answer = await ask({ limit: wanted }, signal)
    return { ...before, answer, rows: answer.data, outdated: false }
  }
  const query = useQuery(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const list = await load(signal).catch((error: unknown) => {
          if (!signal.aborted) wish.current = null
          throw error
        })
        // an invalidation meanwhile restarts the call and must keep the requested page
        if (!signal.aborted) wish.current = null
        return list
      },
      placeholderData: keepPreviousData,
      gcTime: keptMs,
    },
    client,
  )
  const [dismissed, dismiss] = useState<unknown>(null)
  const failure = useLastError(query)
  const refetch = (next: typeof wish.current) => {
    wish.current = next
    void query.refetch()
  }
  const list = query.data
  return {
    rows: list?.rows ?? [],
    /** Null before the first page. */
    answer: list?.answer ?? null,
    total: list?.answer.total ?? 0,
    /** False while the same rows are loaded again. */
    loading:
      settled.isWaiting ||
      (query.isFetching && (list === undefined || query.isPlaceholderData || wish.current !== null)),
    error: failure === null || failure === dismissed ? null : errorText(failure, fallback),
    dismissError: () => dismiss(failure),
    outdated: list?.outdated ?? false,
    /** Starts again from the first page. */
    reload: () => refetch('start'),
    /** Reloads the shown rows. */
    refresh: () => void client.invalidateQueries({ queryKey }),
    more: (list?.answer.nextCursor ?? null) === null ? null : () => refetch('more'),
    /** Replaces rows by those of another call's answer. */
    change: (update: (rows: readonly RowOf<K>[]) => readonly RowOf<K>[]) =>
      void client.setQueryData<List<K>>(queryKey, (now) => now && { ...now, rows: update(now.rows) }),
  }
}

function firstPageOf<K extends PageKey>(answer: Api[K]['answer']): List<K> {
  return { rows: answer.data, answer, firstPage: answer.data.length, outdated: false }
}

/** The value after `pauseMs` without another change, or at once if there is no pause. */
function useSettled<T>(value: T, pauseMs: number): { value: T; isWaiting: boolean } {
  const [settled, settle] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text is the same value
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  if (pauseMs === 0) return { value, isWaiting: false }
  return { value: settled, isWaiting: JSON.stringify(settled) !== text }
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

type Identified = { readonly id: string }

/** For `change`: replaces one row. */
export const withRow =
  <Row extends Identified>(row: Row) =>
  (rows: readonly Row[]) =>
    rows.map((each) => (each.id === row.id ? row : each))

/** For `change`: removes one row. */
export const withoutRow =
  (id: string) =>
  <Row extends Identified>(rows: readonly Row[]) =>
    rows.filter((row) => row.id !== id)
