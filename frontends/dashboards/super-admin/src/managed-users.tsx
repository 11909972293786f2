import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { HistoryDialog } from '@darsi/ui/users/history-dialog.tsx'
import { useDecisions } from '@darsi/ui/users/use-decisions.tsx'
import { type Filters, type ListedUser, useUsers } from '@darsi/ui/users/use-users.ts'
import { UserButtons } from '@darsi/ui/users/user-cells.tsx'
import { UserList } from '@darsi/ui/users/user-list.tsx'
import { type ReactNode, useState } from 'react'
import { useDeletion } from './use-deletion.tsx'
import { useUserColumns } from './user-columns.tsx'

type Props = Pick<DashboardProps, 'api' | 'user'> & {
  title: string
  filters: Filters
  onFilter: (part: Partial<Filters>) => void
  children: ReactNode
}

/** Users that can be decided upon and deleted; `children` are the filters over the table. */
export function ManagedUsers({ api, user: admin, title, filters, onFilter, children }: Props) {
  const users = useUsers(api, filters)
  const [shown, setShown] = useState<ListedUser | null>(null)
  const decisions = useDecisions(api, users.replace)
  const deletion = useDeletion(api, users.remove)
  const columns = useUserColumns((user) => (
    <UserButtons
      admin={admin}
      user={user}
      onDecide={decisions.ask}
      onHistory={setShown}
      onDelete={deletion.ask}
    />
  ))
  return (
    <div className="ds-stack">
      <UserList
        title={title}
        users={users}
        columns={columns}
        sort={filters.sort}
        onSort={(sort) => onFilter({ sort })}
        filters={children}
      />
      {decisions.dialog}
      {deletion.dialog}
      {shown !== null && <HistoryDialog api={api} user={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
