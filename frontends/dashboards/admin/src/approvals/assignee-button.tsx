import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import type { ListedUser } from '@darsi/features/users/public.ts'
import { nameOf } from './use-approvals.ts'

type Props = {
  api: DashboardProps['api']
  admin: DashboardProps['user']
  user: ListedUser
  onChange: (row: ListedUser) => void
  onConflict: () => void
}

/** Assigns a pending account to the caller or releases it; shows the assigned administrator. */
export function AssigneeButton({ api, admin, user, onChange, onConflict }: Props) {
  const t = useTranslator(texts.users)
  const { run, busy } = useAction({ inToast: true, onFailure: onConflict })
  const isMine = user.assignee?.id === admin.id
  const name = nameOf(user)
  const assign = () =>
    run(async () => {
      const params = { id: user.id }
      onChange((await api.call('PUT /admin/users/:id/assignee', { params, body: { mine: !isMine } })).data)
    })
  if (user.assignee !== null && !isMine) return <bdi className="ds-soft">{user.assignee.name}</bdi>
  return (
    <Button
      variant="secondary"
      loading={busy}
      aria-label={t(isMine ? 'giveBackLabel' : 'takeLabel', { name })}
      onClick={() => void assign()}
    >
      {t(isMine ? 'giveBack' : 'take')}
    </Button>
  )
}
