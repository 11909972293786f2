import type { ReactNode } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { useTranslator } from '../i18n.tsx'
import { RefreshIcon } from '../icons.tsx'
import { LoadMore } from '../load-more.tsx'
import { PageHeader } from '../page-header.tsx'
import { type Column, type Sort, Table } from '../table.tsx'
import { moveBetweenRows } from './row-keys.ts'
import type { ListedUser, useUsers } from './use-users.ts'
import { usersTexts } from './users-texts.ts'

type Props = {
  title: string
  users: ReturnType<typeof useUsers>
  columns: readonly Column<ListedUser>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Between the header and the table. */
  filters?: ReactNode
  /** Said where nobody is; by default that nobody matches the filters. */
  empty?: ReactNode
}

/** Header with a refresh, the failure of the last attempt, the table and the way to more of it. */
export function UserList({ title, users, columns, sort, onSort, filters, empty }: Props) {
  const t = useTranslator(usersTexts)
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
      <div onKeyDown={moveBetweenRows}>
        <Table
          caption={t('userTable')}
          hideCaption
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
