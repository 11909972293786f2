import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { UserTable, useUsers } from '@darsi/features/users/public.ts'
import type { ComponentProps } from 'react'
import { useDeletion } from './use-deletion.tsx'
import { useInviteAgain } from './use-invite-again.ts'
import { useUserColumns } from './user-columns.tsx'

type Props = Pick<DashboardProps, 'api' | 'user'> &
  Pick<ComponentProps<typeof UserTable>, 'title' | 'place' | 'children' | 'empty'>

/** The table of accounts with a delete button; `children` are the filters above it. */
export function ManagedUsers({ api, ...props }: Props) {
  const users = useUsers(api, props.place.filters)
  const deletion = useDeletion(api, users.remove)
  const columns = useUserColumns(useInviteAgain(api))
  return (
    <>
      <UserTable api={api} users={users} columns={columns} onDelete={deletion.ask} {...props} />
      {deletion.dialog}
    </>
  )
}
