import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { Column } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import {
  type Filters,
  type ListedUser,
  StatusBadge,
  UserFilters,
  UserTable,
  useUserPlace,
  useUsers,
} from '@darsi/features/users/public.ts'
import { useEffect, useRef } from 'react'
import { ApprovalQueue } from '../approvals/approval-queue.tsx'
import { useStats } from '../stats.ts'
import '../support/support.css'

type View = 'all' | 'queue'

export default function UserManagement({ api, user: admin }: DashboardProps) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const stats = useStats(api)
  const place = useUserPlace()
  const { view, filters, user: shown, change, setView, stepTo, hrefOfUser, closeUser } = place
  const users = useUsers(api, filters)
  const columns = useColumns()
  const title = t('userManagementTab')
  const root = useRef<HTMLDivElement>(null)
  const shownView = useRef(view)
  useEffect(() => {
    if (shownView.current === view) return
    shownView.current = view
    // the switch is rendered anew with the other view
    if (document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('input[type=radio]:checked')?.focus()
  }, [view])
  const controls = (
    <div ref={root} className="admin-controls">
      <ViewFilters
        view={view}
        onView={setView}
        assignee={filters.assignee ?? 'all'}
        onAssignee={(assignee) => change({ assignee })}
      />
      <UserFilters
        filters={filters}
        onChange={change}
        withStatus={view === 'all'}
        roles={['student', 'teacher', 'parent', ...(admin.role === 'super-admin' ? ['admin' as const] : [])]}
      />
    </div>
  )
  if (view === 'all')
    return (
      <UserTable
        api={api}
        user={admin}
        title={title}
        users={users}
        place={place}
        columns={columns}
        onDecided={stats.reload}
      >
        {controls}
      </UserTable>
    )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={title} />
      {controls}
      <ApprovalQueue
        api={api}
        user={admin}
        users={users}
        openId={shown}
        hrefOf={hrefOfUser}
        onOpen={(id) => stepTo({ id })}
        onClose={closeUser}
        onDecided={stats.reload}
        empty={
          isWholeQueue(filters) ? (
            <EmptyState title={tu('queueEmptyTitle')}>{tu('queueEmptyText')}</EmptyState>
          ) : (
            <EmptyState title={tu('noUsersTitle')}>{tu('noUsersText')}</EmptyState>
          )
        }
      />
    </div>
  )
}

type Assignee = NonNullable<Filters['assignee']>
type ViewProps = {
  view: View
  onView: (view: View) => void
  assignee: Assignee
  onAssignee: (assignee: Assignee) => void
}

function ViewFilters({ view, onView, assignee, onAssignee }: ViewProps) {
  const tu = useTranslator(texts.users)
  return (
    <div className="admin-view">
      <RadioGroup<View>
        variant="segments"
        legend={tu('view')}
        options={[
          { value: 'all', label: tu('viewAll') },
          { value: 'queue', label: tu('viewQueue') },
        ]}
        value={view}
        onChange={onView}
      />
      {view === 'queue' && (
        <Field label={tu('assigneeColumn')}>
          <Select<Assignee>
            placeholder={null}
            value={assignee}
            onChange={onAssignee}
            options={[
              { value: 'all', label: tu('all') },
              { value: 'me', label: tu('assigneeMe') },
              { value: 'nobody', label: tu('nobody') },
            ]}
          />
        </Field>
      )}
    </div>
  )
}

const isWholeQueue = ({ q, status, role, assignee }: Filters) =>
  q.trim() === '' && status === 'pending' && role === 'all' && assignee === 'all'

/** spec §2: User, Role, then Status, Location and Registered, then Actions. */
function useColumns(): Column<ListedUser>[] {
  const t = useTranslator(texts.users)
  const language = useLanguage()
  return [
    { id: 'status', header: t('statusColumn'), cell: (user) => <StatusBadge status={user.status} /> },
    { id: 'location', header: t('locationColumn'), cell: (user) => user.location || t('notSpecified') },
    {
      id: 'createdAt',
      header: t('registeredColumn'),
      sortable: true,
      cell: (user) => formatDate(user.createdAt, language),
    },
  ]
}
