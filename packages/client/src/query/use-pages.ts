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
  /** Something changed that so long a list does not show yet. */
  outdated: boolean
}
type Options<K extends PageKey> = Omit<CallOptions<K>, 'signal'> & {
  /** Waits for this long without another change before it loads a changed query. */
  pauseMs?: number
  /** Replaces the text of a failure that the server did not explain. */
  fallback?: string
}

/** A list that is left is found again with all its rows by Back; it is loaded again then. */
const keptMs = 300_000
/** The server answers no longer page. */
const largestPage = 100

/**
 * A list that comes in pages by cursor. A changed query starts anew; an invalidation loads as many rows as are shown,
 * so that readers keep their place.
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
        // an invalidation meanwhile starts again and must still find the wish
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
    /** From the first page on. */
    reload: () => refetch('start'),
    /** Loads the rows that are shown again. */
    refresh: () => void client.invalidateQueries({ queryKey }),
    more: (list?.answer.nextCursor ?? null) === null ? null : () => refetch('more'),
    /** Puts in the rows of another call's answer. */
    change: (update: (rows: readonly RowOf<K>[]) => readonly RowOf<K>[]) =>
      void client.setQueryData<List<K>>(queryKey, (now) => now && { ...now, rows: update(now.rows) }),
  }
}

function firstPageOf<K extends PageKey>(answer: Api[K]['answer']): List<K> {
  return { rows: answer.data, answer, firstPage: answer.data.length, outdated: false }
}

/** The value after `pauseMs` without another change, or at once where there is no pause. */
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

/** For `change`: puts in the new state of one row. */
export const withRow =
  <Row extends Identified>(row: Row) =>
  (rows: readonly Row[]) =>
    rows.map((each) => (each.id === row.id ? row : each))

/** For `change`: takes one row out. */
export const withoutRow =
  (id: string) =>
  <Row extends Identified>(rows: readonly Row[]) =>
    rows.filter((row) => row.id !== id)
