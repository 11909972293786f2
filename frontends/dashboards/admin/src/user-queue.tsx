import { Button } from '@darsi/ui/button.tsx'
import { formatDateTime, formatRelative } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { errorText } from '@darsi/ui/error-text.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import type { Column } from '@darsi/ui/table.tsx'
import { useToast } from '@darsi/ui/toast.tsx'
import { useNow } from '@darsi/ui/use-now.ts'
import type { ListedUser } from '@darsi/ui/users/use-users.ts'
import { usersTexts } from '@darsi/ui/users/users-texts.ts'
import { useState } from 'react'

type Props = Pick<DashboardProps, 'api' | 'user'> & {
  onChange: (row: ListedUser) => void
  onConflict: () => void
}

/** What the queue shows besides who somebody is: since when they wait, and who looks after them. */
export function useQueueColumns({ api, user: admin, onChange, onConflict }: Props): Column<ListedUser>[] {
  const t = useTranslator(usersTexts)
  const language = useLanguage()
  const toast = useToast()
  const now = useNow()
  const [busy, setBusy] = useState<string | null>(null)
  const assign = async (user: ListedUser, mine: boolean) => {
    setBusy(user.id)
    try {
      const params = { id: user.id }
      onChange((await api.call('PUT /admin/users/:id/assignee', { params, body: { mine } })).data)
    } catch (failure) {
      toast(errorText(failure), 'danger')
      onConflict()
    } finally {
      setBusy(null)
    }
  }
  return [
    {
      id: 'createdAt',
      header: t('waitingColumn'),
      sortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
          {formatRelative(createdAt, language, now)}
        </time>
      ),
    },
    {
      id: 'assignee',
      header: t('assigneeColumn'),
      cell: (user) => {
        const name = user.fullName || user.email
        const isMine = user.assignee?.id === admin.id
        return (
          <div className="ds-user-assignee">
            <bdi className={user.assignee ? '' : 'ds-soft'}>{user.assignee?.name ?? t('nobody')}</bdi>
            {user.status === 'pending' && (user.assignee === null || isMine) && (
              <Button
                size="sm"
                variant="secondary"
                loading={busy === user.id}
                aria-label={t(isMine ? 'giveBackLabel' : 'takeLabel', { name })}
                onClick={() => void assign(user, !isMine)}
              >
                {t(isMine ? 'giveBack' : 'take')}
              </Button>
            )}
          </div>
        )
      },
    },
  ]
}
