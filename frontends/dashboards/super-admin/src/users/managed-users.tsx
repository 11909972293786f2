import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { type ListedUser, UserTable, useUsers } from '@darsi/features/users/public.ts'
import { type ComponentProps, type ReactNode, useState } from 'react'
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

type Deletion = { ask: (user: ListedUser) => void; dialog: ReactNode }

/** spec §2: the confirmation "Delete User" before an account is erased everywhere. */
function useDeletion(api: ApiClient, onDeleted: (id: string) => void): Deletion {
  const t = useTranslator(texts.users)
  const toast = useToast()
  const [asked, setAsked] = useState<ListedUser | null>(null)
  const name = asked === null ? '' : asked.fullName || asked.email

  const erase = async () => {
    if (asked === null) return
    await api.call('DELETE /admin/users/:id', { params: { id: asked.id } })
    onDeleted(asked.id)
    setAsked(null)
    toast(t('deleteDone', { name }))
  }

  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title={t('deleteTitle')}
        confirmLabel={t('deleteUser')}
        danger
        onConfirm={erase}
        failed={t('deleteFailed')}
        onCancel={() => setAsked(null)}
      >
        <p>{t('deleteText', { name })}</p>
      </ConfirmDialog>
    ),
  }
}
