import type { Api } from '@darsi/contracts/api.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { useLive } from '../live.ts'
import type { Sort } from '../table.tsx'

type Answer = Api['GET /admin/users']['answer']
export type ListedUser = Answer['data'][number]
export type Filters = {
  q: string
  status: 'all' | 'pending' | 'approved' | 'suspended'
  role: 'all' | 'student' | 'teacher' | 'parent' | 'admin' | 'super-admin'
  sort: Sort
  /** Those that wait, by who looks after them. */
  assignee?: 'all' | 'me' | 'nobody'
}

const pageSize = 50
const largestPage = 200
const typingPauseMs = 250

/** The list that the filters describe, page by page; typing is awaited, answers of older filters are dropped. */
export function useUsers(api: ApiClient, filters: Filters) {
  const [rows, setRows] = useState<readonly ListedUser[]>([])
  const [total, setTotal] = useState(0)
  const [cursor, setCursor] = useState<string | null>(null)
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<Error | null>(null)
  const [round, setRound] = useState(0)
  const [outdated, setOutdated] = useState(false)
  const current = useRef<AbortController>(null)
  const { q, status, role, sort, assignee = 'all' } = filters

  const ask = useCallback(
    async (from: string | null, { limit = pageSize, quietly = false } = {}) => {
      current.current?.abort()
      const abort = new AbortController()
      current.current = abort
      if (!quietly) setLoading(true)
      try {
        const answer = await api.call('GET /admin/users', {
          query: {
            ...(q.trim() !== '' && { q: q.trim() }),
            status,
            role,
            sort: sortParameter(sort),
            limit,
            ...(assignee !== 'all' && { assignee }),
            ...(from !== null && { cursor: from }),
          },
          signal: abort.signal,
        })
        if (abort.signal.aborted) return
        setRows((before) => (from === null ? answer.data : [...before, ...answer.data]))
        setTotal(answer.total)
        setCursor(answer.nextCursor)
        setError(null)
        if (from === null) setOutdated(false)
      } catch (failure) {
        if (abort.signal.aborted) return
        setError(failure instanceof Error ? failure : new Error(String(failure)))
      } finally {
        if (!abort.signal.aborted) setLoading(false)
      }
    },
    [api, q, status, role, sort, assignee],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same filters
  useEffect(() => {
    const timer = setTimeout(() => void ask(null), q === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [ask, q, round])
  useEffect(() => () => current.current?.abort(), [])

  // as many rows as are shown, so that nobody loses their place; a list longer than one answer waits for "Refresh"
  useLive(api, 'user', () => {
    if (rows.length <= largestPage) void ask(null, { limit: Math.max(pageSize, rows.length), quietly: true })
    else setOutdated(true)
  })

  return {
    rows,
    total,
    loading,
    error,
    /** Something changed that a long list does not show yet. */
    outdated,
    dismissError: () => setError(null),
    refresh: () => setRound((count) => count + 1),
    more: cursor === null ? null : () => void ask(cursor),
    /** Puts in the row that a decision answered. */
    replace: (row: ListedUser) =>
      setRows((before) => before.map((each) => (each.id === row.id ? row : each))),
    remove: (id: string) => {
      setRows((before) => before.filter((each) => each.id !== id))
      setTotal((before) => before - 1)
    },
  }
}

function sortParameter({ column, descending }: Sort) {
  const name = column === 'name' ? 'name' : column === 'lastLogin' ? 'lastLogin' : 'createdAt'
  return descending ? (`-${name}` as const) : name
}
