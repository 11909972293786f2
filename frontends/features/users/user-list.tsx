import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RefreshIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, type Sort, Table } from '@darsi/design/layout/table.tsx'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { moveBetweenRows } from './row-keys.ts'
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
