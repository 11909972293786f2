import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { usePages, withoutRow, withRow } from '@darsi/client/query/use-pages.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Sort } from '@darsi/design/layout/table.tsx'
import { texts } from '../texts.ts'

type Answer = Api['GET /admin/users']['answer']
export type ListedUser = Answer['data'][number]
export type Filters = {
  q: string
  status: 'all' | 'pending' | 'approved' | 'suspended'
  role: 'all' | Role
  sort: Sort
  /** Pending accounts by the administrator assigned to them. */
  assignee?: 'all' | 'me' | 'nobody'
}

const pageSize = 50
const typingPauseMs = 250

/** The filtered list, page by page. A search waits until typing pauses. */
export function useUsers(api: ApiClient, filters: Filters) {
  const t = useTranslator(texts.users)
  const { q, status, role, sort, assignee = 'all' } = filters
  const pages = usePages(api, 'GET /admin/users', {
    query: {
      ...(q.trim() !== '' && { q: q.trim() }),
      status,
      role,
      sort: sortParameter(sort),
      limit: pageSize,
      ...(assignee !== 'all' && { assignee }),
    },
    pauseMs: q === '' ? 0 : typingPauseMs,
    fallback: t('usersFailed'),
  })
  const { change, refresh } = pages
  return {
    ...pages,
    /** Replaces a row with the one from a decision's answer. */
    replace: (row: ListedUser) => change(withRow(row)),
    remove: (id: string) => {
      change(withoutRow(id))
      refresh()
    },
  }
}

function sortParameter({ column, descending }: Sort) {
  const name = column === 'name' ? 'name' : column === 'lastLogin' ? 'lastLogin' : 'createdAt'
  return descending ? (`-${name}` as const) : name
}
