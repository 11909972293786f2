import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import {
  HistoryDialog,
  UserButtons,
  UserList,
  useDecisions,
  useEndSessions,
  type useUserPlace,
  useUsers,
} from '@darsi/features/users/public.ts'
import type { ReactNode } from 'react'
import { useDeletion } from './use-deletion.tsx'
import { useUserColumns } from './user-columns.tsx'

type UserPlace = Pick<
  ReturnType<typeof useUserPlace>,
  'filters' | 'change' | 'user' | 'openUser' | 'closeUser'
>

type Props = Pick<DashboardProps, 'api' | 'user'> & {
  title: string
  place: UserPlace
  children: ReactNode
}

/** Users that can be decided upon and deleted; `children` are the filters over the table. */
export function ManagedUsers({ api, user: admin, title, place, children }: Props) {
  const users = useUsers(api, place.filters)
  const decisions = useDecisions(api, users.replace)
  const sessions = useEndSessions(api, admin)
  const deletion = useDeletion(api, users.remove)
  const columns = useUserColumns((user) => (
    <UserButtons
      admin={admin}
      user={user}
      onDecide={decisions.ask}
      onHistory={place.openUser}
      sessions={sessions}
      onDelete={deletion.ask}
    />
  ))
  return (
    <div className="ds-stack">
      <UserList
        title={title}
        users={users}
        columns={columns}
        sort={place.filters.sort}
        onSort={(sort) => place.change({ sort })}
        filters={children}
      />
      {decisions.dialog}
      {deletion.dialog}
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
