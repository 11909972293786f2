import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Column } from '@darsi/design/layout/table.tsx'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { useDecisions } from './use-decisions.tsx'
import { useEndSessions } from './use-end-sessions.tsx'
import type { useUserPlace } from './use-user-place.ts'
import type { ListedUser, useUsers } from './use-users.ts'
import { UserButtons, UserCell } from './user-cells.tsx'
import { UserList } from './user-list.tsx'

type Props = Pick<DashboardProps, 'api' | 'user'> & {
  title: string
  users: ReturnType<typeof useUsers>
  place: Pick<
    ReturnType<typeof useUserPlace>,
    'filters' | 'change' | 'user' | 'hrefOfUser' | 'openUser' | 'closeUser'
  >
  /** Between the columns "Role" and "Actions". */
  columns: readonly Column<ListedUser>[]
  onDecided?: () => void
  /** Erases the account; without it the table has no delete button. */
  onDelete?: (user: ListedUser) => void
  /** The filters above the table. */
  children: ReactNode
  /** Instead of an empty table; by default that no account matches the filters. */
  empty?: ReactNode
}

/** The accounts in a table with the decisions that an administrator may take on each. */
export function UserTable({ api, user: admin, users, place, onDecided, onDelete, ...props }: Props) {
  const t = useTranslator(texts.users)
  const sessions = useEndSessions(api, admin)
  const decisions = useDecisions(api, (row) => {
    users.replace(row)
    onDecided?.()
  })
  const columns: Column<ListedUser>[] = [
    {
      id: 'name',
      header: t('userColumn'),
      isRowHeader: true,
      sortable: true,
      cell: (user) => <UserCell user={user} />,
    },
    { id: 'role', header: t('roleColumn'), cell: (user) => t(`role-${user.role}`) },
    ...props.columns,
    {
      id: 'actions',
      header: t('actionsColumn'),
      align: 'end',
      cell: (user) => (
        <UserButtons
          admin={admin}
          user={user}
          onDecide={decisions.ask}
          historyHref={place.hrefOfUser(user.id)}
          onHistory={place.openUser}
          {...(onDelete && { onDelete })}
        />
      ),
    },
  ]
  return (
    <div className="ds-stack">
      <UserList
        title={props.title}
        users={users}
        columns={columns}
        sort={place.filters.sort}
        onSort={(sort) => place.change({ sort })}
        filters={props.children}
        empty={props.empty}
      />
      {decisions.dialog}
      {sessions.dialog}
      {place.user !== '' && (
        <HistoryDialog
          api={api}
          user={users.rows.find(({ id }) => id === place.user) ?? { id: place.user }}
          sessions={sessions}
          onClose={place.closeUser}
        />
      )}
    </div>
  )
}
