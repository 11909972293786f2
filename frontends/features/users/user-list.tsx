import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RefreshIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, type Sort, Table } from '@darsi/design/layout/table.tsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { texts } from '../texts.ts'
import type { ListedUser, useUsers } from './use-users.ts'
import './users.css'

type Props = {
  title: string
  users: ReturnType<typeof useUsers>
  columns: readonly Column<ListedUser>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Shown between the header and the table. */
  filters?: ReactNode
  /** Shown instead of an empty table; by default that no account matches the filters. */
  empty?: ReactNode
}

/** The header with a refresh button, the last error, the table and a button for more rows. */
export function UserList({ title, users, columns, sort, onSort, filters, empty }: Props) {
  const t = useTranslator(texts.users)
  return (
    <>
      <PageHeader
        level={2}
        title={title}
        actions={
          <Button variant="secondary" icon={RefreshIcon} onClick={users.reload} loading={users.loading}>
            {t('refresh')}
          </Button>
        }
      />
      {users.error !== null && (
        <Banner tone="danger" onDismiss={users.dismissError}>
          {users.error}
        </Banner>
      )}
      {filters}
      {users.outdated && (
        <Banner
          actions={
            <Button size="sm" variant="secondary" onClick={users.reload}>
              {t('refresh')}
            </Button>
          }
        >
          {t('usersChanged')}
        </Banner>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside */}
      <div className="ds-users" onKeyDown={moveBetweenRows}>
        <Table
          caption={t('userTable')}
          hideCaption
          compact
          columns={columns}
          rows={users.rows}
          rowKey={(user) => user.id}
          sort={sort}
          onSort={onSort}
          loading={users.loading}
          empty={
            users.loading || users.answer === null
              ? null
              : empty || <EmptyState title={t('noUsersTitle')}>{t('noUsersText')}</EmptyState>
          }
        />
      </div>
      {users.total > 0 && (
        <LoadMore shown={users.rows.length} total={users.total} onLoad={users.more} loading={users.loading} />
      )}
    </>
  )
}

const control = 'button, a[href]'

/**
 * Arrow up and down move the focus from a button of a row to the same button of the next row, or to the nearest
 * one that the row has. A whole queue can be processed without the mouse.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const from = event.target
  if (!(from instanceof HTMLElement) || !from.matches(control)) return
  const row = from.closest('tbody tr')
  if (!row) return
  const place = controlsOf(row).indexOf(from)
  const down = event.key === 'ArrowDown'
  let next = down ? row.nextElementSibling : row.previousElementSibling
  while (next && controlsOf(next).length === 0)
    next = down ? next.nextElementSibling : next.previousElementSibling
  if (!next) return
  event.preventDefault()
  const controls = controlsOf(next)
  controls[Math.min(place, controls.length - 1)]?.focus()
}

const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(control)]
