import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { Column } from '@darsi/design/layout/table.tsx'
import { CardReview } from '@darsi/features/connection-review/public.ts'
import { ProofQueue } from '@darsi/features/proofs/public.ts'
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
import { type ReactNode, useEffect, useRef } from 'react'
import { ApprovalQueue } from '../approvals/approval-queue.tsx'
import { useStats } from '../stats.ts'
import { withCount } from '../with-count.ts'
import '../support/support.css'

type Place = ReturnType<typeof useUserPlace>
type View = Place['view']

export default function UserManagement(props: DashboardProps) {
  const t = useTranslator(texts.admin)
  const place = useUserPlace()
  const { view } = place
  const lists = useRef<HTMLDivElement>(null)
  const lastView = useRef(view)
  useEffect(() => {
    if (lastView.current === view) return
    lastView.current = view
    // the switch is rendered anew with the other list, so its focus was lost
    if (document.activeElement === document.body)
      lists.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [view])
  const switcher = (
    <div ref={lists}>
      <ViewSwitch api={props.api} view={view} onView={place.setView} />
    </div>
  )
  if (view === 'all' || view === 'queue') return <Accounts {...props} place={place} switcher={switcher} />
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_user-management')} />
      {switcher}
      {view === 'documents' ? <ProofQueue api={props.api} /> : <CardReview api={props.api} />}
    </div>
  )
}

type AccountsProps = DashboardProps & { place: Place; switcher: ReactNode }

function Accounts({ api, user: admin, place, switcher }: AccountsProps) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const stats = useStats(api)
  const { view, filters, user: shown, change, stepTo, hrefOfUser, closeUser } = place
  const users = useUsers(api, filters)
  const columns = useColumns()
  const title = t('tab_user-management')
  const controls = (
    <>
      {switcher}
      <div className="admin-controls">
        {view === 'queue' && (
          <AssigneeFilter
            assignee={filters.assignee ?? 'all'}
            onAssignee={(assignee) => change({ assignee })}
          />
        )}
        <UserFilters
          filters={filters}
          onChange={change}
          withStatus={view === 'all'}
          roles={[
            'student',
            'teacher',
            'parent',
            ...(admin.role === 'super-admin' ? ['admin' as const] : []),
          ]}
        />
      </div>
    </>
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

type AssigneeProps = { assignee: Assignee; onAssignee: (assignee: Assignee) => void }

function AssigneeFilter({ assignee, onAssignee }: AssigneeProps) {
  const tu = useTranslator(texts.users)
  return (
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
  )
}

type SwitchProps = Pick<DashboardProps, 'api'> & { view: View; onView: (view: View) => void }

/** The lists of the tab, with what waits in each. */
function ViewSwitch({ api, view, onView }: SwitchProps) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const { data } = useStats(api)
  return (
    <RadioGroup<View>
      variant="segments"
      hideLegend
      legend={tu('view')}
      options={[
        { value: 'all', label: tu('viewAll') },
        { value: 'queue', label: withCount(tu('viewQueue'), data?.pendingApprovals) },
        { value: 'documents', label: withCount(t('pendingProofs'), data?.pendingProofs) },
        { value: 'cards', label: withCount(t('pendingCards'), data?.pendingCards) },
      ]}
      value={view}
      onChange={onView}
    />
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
      cell: (user) =>
        formatDate(user.createdAt, language, { day: 'numeric', month: 'short', year: 'numeric' }),
    },
  ]
}
