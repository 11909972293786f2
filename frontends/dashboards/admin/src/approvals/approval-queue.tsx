import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { Queue } from '@darsi/client/queue/queue.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { CheckIcon } from '@darsi/design/graphics/icons.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { texts } from '@darsi/features/texts.ts'
import { type ListedUser, mayDecideOn, type useUsers } from '@darsi/features/users/public.ts'
import { type ReactNode, useState } from 'react'
import { ApprovalFile } from './approval-file.tsx'
import { bulkLimit, gapsOf } from './file.ts'
import { nameOf, useApprovals } from './use-approvals.ts'

type Props = Pick<DashboardProps, 'api' | 'user'> & {
  users: ReturnType<typeof useUsers>
  /** The account that is open, from the address. */
  openId: string
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  onClose: () => void
  onDecided: () => void
  empty: ReactNode
}

/**
 * Pending registrations beside the open one: one key approves, a rejection needs a reason, several can be approved
 * at once.
 */
export function ApprovalQueue({ api, user: admin, users, onDecided, empty, ...place }: Props) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [rejecting, setRejecting] = useState('')
  const approvals = useApprovals(api, (id) => {
    users.remove(id)
    onDecided()
  })
  const rows = users.rows.filter(({ id }) => !approvals.heldIds.has(id))
  const approve = (chosen: readonly ListedUser[]) => {
    approvals.decide(
      chosen.filter((user) => mayDecideOn(admin, user)),
      'approve',
    )
    setSelected(new Set())
  }
  return (
    <PagedPanel pages={users} shown={rows.length} empty={empty}>
      <BulkBar
        complete={rows.filter((user) => isSelectable(admin, user))}
        chosen={rows.filter(({ id }) => selected.has(id))}
        onSelect={setSelected}
        onApprove={approve}
      />
      <Queue
        label={tu('viewQueue')}
        rows={rows}
        {...place}
        busy={users.loading}
        undo={approvals.undoLast}
        actions={[
          { key: 'a', label: tu('approve'), run: (user) => approve([user]) },
          { key: 'r', label: tu('reject'), run: ({ id }) => setRejecting(id) },
        ]}
        item={(user) => <WaitingItem user={user} />}
        mark={(user) => (
          <Checkbox
            label={<span className="ds-hidden">{t('selectNamed', { name: nameOf(user) })}</span>}
            checked={selected.has(user.id)}
            disabled={!isSelectable(admin, user)}
            onChange={({ target }) => setSelected(withId(selected, user.id, target.checked))}
          />
        )}
        detail={(user) => (
          <ApprovalFile
            key={user.id}
            api={api}
            admin={admin}
            user={user}
            rejecting={rejecting === user.id}
            onApprove={() => approve([user])}
            onRejecting={(on) => setRejecting(on ? user.id : '')}
            onReject={(reason) => approvals.decide([user], 'reject', reason)}
            onChange={users.replace}
            onConflict={users.reload}
          />
        )}
      />
    </PagedPanel>
  )
}

const isSelectable = (admin: DashboardProps['user'], user: ListedUser) =>
  gapsOf(user).length === 0 && mayDecideOn(admin, user)

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isIn && next.size < bulkLimit) next.add(id)
  else next.delete(id)
  return next
}

type BulkProps = {
  complete: readonly ListedUser[]
  chosen: readonly ListedUser[]
  onSelect: (ids: ReadonlySet<string>) => void
  onApprove: (users: readonly ListedUser[]) => void
}

function BulkBar({ complete, chosen, onSelect, onApprove }: BulkProps) {
  const t = useTranslator(texts.admin)
  if (complete.length === 0) return null
  return (
    <div className="ds-row">
      <Button
        variant="secondary"
        size="sm"
        onClick={() =>
          onSelect(new Set(chosen.length > 0 ? [] : complete.slice(0, bulkLimit).map(({ id }) => id)))
        }
      >
        {chosen.length > 0
          ? t('selectNone')
          : complete.length > bulkLimit
            ? t('selectFirst', { limit: bulkLimit, total: complete.length })
            : t('selectComplete')}
      </Button>
      {chosen.length > 0 && (
        <Button size="sm" icon={CheckIcon} onClick={() => onApprove(chosen)}>
          {t('approveCount', { count: chosen.length })}
        </Button>
      )}
    </div>
  )
}

function WaitingItem({ user }: { user: ListedUser }) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const language = useLanguage()
  const now = useNow()
  const gaps = gapsOf(user)
  return (
    <>
      <span className="ds-queue-line">
        <bdi className="ds-queue-name">{nameOf(user)}</bdi>
        <time className="ds-soft ds-small" dateTime={user.createdAt}>
          {formatRelative(user.createdAt, language, now)}
        </time>
      </span>
      <span className="ds-queue-line ds-soft ds-small">
        <span>{tu(`role-${user.role}`)}</span>
        <Badge tone={gaps.length === 0 ? 'success' : 'neutral'}>
          {gaps[0] === undefined ? t('fileComplete') : t(`missing-${gaps[0]}`)}
        </Badge>
      </span>
    </>
  )
}
