import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ListedUser, usersTexts } from '@darsi/features/users/public.ts'
import { useState } from 'react'
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
  const t = useTranslator(usersTexts)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const isMine = user.assignee?.id === admin.id
  const name = nameOf(user)
  const assign = async () => {
    setBusy(true)
    try {
      const params = { id: user.id }
      onChange((await api.call('PUT /admin/users/:id/assignee', { params, body: { mine: !isMine } })).data)
    } catch (failure) {
      toast(errorText(failure), 'danger')
      onConflict()
    } finally {
      setBusy(false)
    }
  }
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
