import { Badge, type Tone } from '@darsi/ui/badge.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { formatDate } from '@darsi/ui/catalogue.ts'
import type { DashboardUser } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { type Column, type Sort, Table } from '@darsi/ui/table.tsx'
import { texts } from '../texts.ts'
import type { Decision } from './decision-dialog.tsx'
import type { ListedUser } from './use-users.ts'
import './user-table.css'

type Props = {
  admin: DashboardUser
  rows: readonly ListedUser[]
  loading: boolean
  sort: Sort
  onSort: (sort: Sort) => void
  onDecide: (user: ListedUser, decision: Decision) => void
}

/** spec §4: green approved, yellow pending, red suspended */
const tones = { approved: 'success', pending: 'warning', suspended: 'danger' } as const satisfies Record<
  string,
  Tone
>

export function UserTable({ admin, rows, loading, sort, onSort, onDecide }: Props) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const columns: Column<ListedUser>[] = [
    {
      id: 'name',
      header: t('userColumn'),
      isRowHeader: true,
      sortable: true,
      cell: (user) => (
        <div className="admin-user">
          <span className="admin-user-name" dir="auto">
            {user.fullName}
          </span>
          <span className="admin-user-contact">{user.email}</span>
          <span className="admin-user-contact" dir="ltr">
            {user.phone}
          </span>
        </div>
      ),
    },
    { id: 'role', header: t('roleColumn'), cell: (user) => t(`role-${user.role}`) },
    {
      id: 'status',
      header: t('statusColumn'),
      cell: (user) => <Badge tone={tones[user.status]}>{t(`status-${user.status}`)}</Badge>,
    },
    { id: 'location', header: t('locationColumn'), cell: (user) => user.location || t('notSpecified') },
    {
      id: 'createdAt',
      header: t('registeredColumn'),
      sortable: true,
      cell: (user) => formatDate(user.createdAt, language),
    },
    {
      id: 'actions',
      header: t('actionsColumn'),
      align: 'end',
      cell: (user) => <Actions admin={admin} user={user} onDecide={onDecide} />,
    },
  ]
  return (
    <Table
      caption={t('userTable')}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={(user) => user.id}
      sort={sort}
      onSort={onSort}
      loading={loading}
      empty={loading ? null : <EmptyState title={t('noUsersTitle')}>{t('noUsersText')}</EmptyState>}
    />
  )
}

/** Only what this admin may decide is offered; the server checks it again. */
function Actions({
  admin,
  user,
  onDecide,
}: {
  admin: DashboardUser
  user: ListedUser
  onDecide: Props['onDecide']
}) {
  const t = useTranslator(texts)
  const isAdminAccount = user.role === 'admin' || user.role === 'super-admin'
  if (user.role === 'super-admin' || (isAdminAccount && admin.role !== 'super-admin')) return null
  const offered: Record<ListedUser['status'], Decision[]> = {
    pending: ['approve', 'reject'],
    approved: ['suspend'],
    suspended: ['reinstate'],
  }
  return (
    <div className="ds-row admin-actions">
      {offered[user.status].map((decision) => (
        <Button
          key={decision}
          size="sm"
          variant={
            decision === 'approve' ? 'primary' : decision === 'reinstate' ? 'secondary' : 'danger-quiet'
          }
          aria-label={t(`${decision}Label`, { name: user.fullName || user.email })}
          onClick={() => onDecide(user, decision)}
        >
          {t(decision)}
        </Button>
      ))}
    </div>
  )
}
