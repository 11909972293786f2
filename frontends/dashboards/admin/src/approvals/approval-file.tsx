import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { ReasonForm, templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { CheckIcon, CloseIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'
import { AccountDetail, type ListedUser, mayDecideOn } from '@darsi/features/users/public.ts'
import { gapsOf } from './file.ts'
import { nameOf, reasonDraft } from './use-approvals.ts'

type Props = {
  api: DashboardProps['api']
  admin: DashboardProps['user']
  user: ListedUser
  rejecting: boolean
  onApprove: () => void
  onRejecting: (on: boolean) => void
  onReject: (reason: string) => void
  onChange: (row: ListedUser) => void
  onConflict: () => void
}

/** One registration with all its data and the decision, without a dialog. */
export function ApprovalFile({
  api,
  admin,
  user,
  rejecting,
  onApprove,
  onRejecting,
  onReject,
  ...queue
}: Props) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const loaded = useCall(api, 'GET /admin/users/:id', { params: { id: user.id } })
  const name = nameOf(user)
  const gaps = gapsOf(user)
  const mayDecide = mayDecideOn(admin, user)
  return (
    <Card as="article" level={3} title={<bdi>{name}</bdi>} aside={<Badge>{tu(`role-${user.role}`)}</Badge>}>
      <div className="ds-row">
        {gaps.length === 0 ? (
          <Badge tone="success">{t('fileComplete')}</Badge>
        ) : (
          gaps.map((gap) => (
            <Badge key={gap} tone="warning">
              {t(`missing-${gap}`)}
            </Badge>
          ))
        )}
      </div>
      {gaps.includes('authorisation') && <Banner tone="warning">{tu('publicTeacherText')}</Banner>}
      <div className="ds-row">
        {mayDecide && (
          <>
            <Button icon={CheckIcon} aria-label={tu('approveLabel', { name })} onClick={onApprove}>
              {tu('approve')}
            </Button>
            <Button
              variant="danger-quiet"
              icon={CloseIcon}
              aria-label={tu('rejectLabel', { name })}
              aria-expanded={rejecting}
              onClick={() => onRejecting(!rejecting)}
            >
              {tu('reject')}
            </Button>
          </>
        )}
        <AssigneeButton api={api} admin={admin} user={user} {...queue} />
      </div>
      {rejecting && mayDecide && (
        <ReasonForm
          danger
          draft={reasonDraft(user.id)}
          templates={rejectReasons}
          label={tu('reason')}
          hint={t('reasonMailed')}
          missing={tu('reasonRequired')}
          confirm={t('sendReject')}
          onReason={onReject}
          onCancel={() => onRejecting(false)}
        />
      )}
      <LoadedPanel of={loaded} shape="text">
        {({ data }) => (
          <div className="ds-stack">
            <AccountDetail api={api} of={data} />
          </div>
        )}
      </LoadedPanel>
    </Card>
  )
}

/** Reasons that are sent often; the administrator chooses the owner's language and may edit the text. */
const rejectReasons = templatesOf(texts.rejectReasons)

type AssigneeProps = {
  api: DashboardProps['api']
  admin: DashboardProps['user']
  user: ListedUser
  onChange: (row: ListedUser) => void
  onConflict: () => void
}

/** Assigns a pending account to the caller or releases it; shows the assigned administrator. */
function AssigneeButton({ api, admin, user, onChange, onConflict }: AssigneeProps) {
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
