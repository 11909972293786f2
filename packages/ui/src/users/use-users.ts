import type { Api } from '@darsi/contracts/api.ts'
import { useCallback } from 'react'
import type { ApiClient } from '../api-client.ts'
import { useTranslator } from '../i18n.tsx'
import { useLive } from '../live.ts'
import type { Sort } from '../table.tsx'
import { usePages } from '../use-pages.ts'
import { usersTexts } from './users-texts.ts'

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
const typingPauseMs = 250

/** The list that the filters describe, page by page; typing is awaited. */
export function useUsers(api: ApiClient, filters: Filters) {
  const t = useTranslator(usersTexts)
  const { q, status, role, sort, assignee = 'all' } = filters
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit = pageSize) =>
      api.call('GET /admin/users', {
        query: {
          ...(q.trim() !== '' && { q: q.trim() }),
          status,
          role,
          sort: sortParameter(sort),
          limit,
          ...(assignee !== 'all' && { assignee }),
          ...(cursor !== null && { cursor }),
        },
        signal,
      }),
    [api, q, status, role, sort, assignee],
  )
  const pages = usePages<ListedUser, Answer>(load, q === '' ? 0 : typingPauseMs, t('usersFailed'))
  const { change, follow } = pages
  useLive(api, 'user', follow)
  return {
    ...pages,
    /** Puts in the row that a decision answered. */
    replace: (row: ListedUser) => change((before) => before.map((each) => (each.id === row.id ? row : each))),
    remove: (id: string) => {
      change((before) => before.filter((each) => each.id !== id))
      follow()
    },
  }
}

function sortParameter({ column, descending }: Sort) {
  const name = column === 'name' ? 'name' : column === 'lastLogin' ? 'lastLogin' : 'createdAt'
  return descending ? (`-${name}` as const) : name
}
