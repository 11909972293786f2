import { formatDate } from '@darsi/ui/catalogue.ts'
import { RadioGroup } from '@darsi/ui/choice.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Select } from '@darsi/ui/input.tsx'
import type { Column } from '@darsi/ui/table.tsx'
import { HistoryDialog } from '@darsi/ui/users/history-dialog.tsx'
import { useDecisions } from '@darsi/ui/users/use-decisions.tsx'
import { type Filters, type ListedUser, useUsers } from '@darsi/ui/users/use-users.ts'
import { StatusBadge, UserButtons, UserCell } from '@darsi/ui/users/user-cells.tsx'
import { UserFilters } from '@darsi/ui/users/user-filters.tsx'
import { UserList } from '@darsi/ui/users/user-list.tsx'
import { usersTexts } from '@darsi/ui/users/users-texts.ts'
import { useState } from 'react'
import { useStats } from '../stats.tsx'
import { texts } from '../texts.ts'
import { useQueueColumns } from '../user-queue.tsx'
import '../support/support.css'

type View = 'all' | 'queue'

const everybody: Filters = {
  q: '',
  status: 'all',
  role: 'all',
  assignee: 'all',
  sort: { column: 'createdAt', descending: true },
}
/** Who waits longest comes first. */
const queue: Filters = { ...everybody, status: 'pending', sort: { column: 'createdAt', descending: false } }

export default function UserManagement({ api, user: admin }: DashboardProps) {
  const t = useTranslator(texts)
  const tu = useTranslator(usersTexts)
  const stats = useStats()
  const [view, setView] = useState<View>('all')
  const [filters, setFilters] = useState(everybody)
  const [shown, setShown] = useState<ListedUser | null>(null)
  const users = useUsers(api, filters)
  const decisions = useDecisions(api, (row) => {
    users.replace(row)
    stats.reload()
  })
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))
  const columns = useColumns({
    view,
    queue: useQueueColumns({ api, user: admin, onChange: users.replace, onConflict: users.reload }),
    actions: (user) => (
      <UserButtons admin={admin} user={user} onDecide={decisions.ask} onHistory={setShown} />
    ),
  })
  return (
    <div className="ds-stack">
      <UserList
        title={t('userManagementTab')}
        users={users}
        columns={columns}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        empty={
          isWholeQueue(filters) && (
            <EmptyState title={tu('queueEmptyTitle')}>{tu('queueEmptyText')}</EmptyState>
          )
        }
        filters={
          <>
            <div className="admin-view">
              <RadioGroup<View>
                variant="segments"
                legend={tu('view')}
                options={[
                  { value: 'all', label: tu('viewAll') },
                  { value: 'queue', label: tu('viewQueue') },
                ]}
                value={view}
                onChange={(chosen) => {
                  setView(chosen)
                  setFilters(chosen === 'queue' ? queue : everybody)
                }}
              />
              {view === 'queue' && (
                <Field label={tu('assigneeColumn')}>
                  <Select<NonNullable<Filters['assignee']>>
                    placeholder={null}
                    value={filters.assignee ?? 'all'}
                    onChange={(assignee) => change({ assignee })}
                    options={[
                      { value: 'all', label: tu('all') },
                      { value: 'me', label: tu('assigneeMe') },
                      { value: 'nobody', label: tu('nobody') },
                    ]}
                  />
                </Field>
              )}
            </div>
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
          </>
        }
      />
      {decisions.dialog}
      {shown !== null && <HistoryDialog api={api} user={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

const isWholeQueue = ({ q, status, role, assignee }: Filters) =>
  q.trim() === '' && status === 'pending' && role === 'all' && assignee === 'all'

type Columns = {
  view: View
  queue: readonly Column<ListedUser>[]
  actions: (user: ListedUser) => React.ReactNode
}

/** spec §2: User, Role, Status, Location, Registered, Actions; the queue says since when and who. */
function useColumns({ view, queue, actions }: Columns): Column<ListedUser>[] {
  const t = useTranslator(usersTexts)
  const language = useLanguage()
  const registered: Column<ListedUser> = {
    id: 'createdAt',
    header: t('registeredColumn'),
    sortable: true,
    cell: (user) => formatDate(user.createdAt, language),
  }
  return [
    {
      id: 'name',
      header: t('userColumn'),
      isRowHeader: true,
      sortable: true,
      cell: (user) => <UserCell user={user} />,
    },
    { id: 'role', header: t('roleColumn'), cell: (user) => t(`role-${user.role}`) },
    { id: 'status', header: t('statusColumn'), cell: (user) => <StatusBadge status={user.status} /> },
    { id: 'location', header: t('locationColumn'), cell: (user) => user.location || t('notSpecified') },
    ...(view === 'queue' ? queue : [registered]),
    { id: 'actions', header: t('actionsColumn'), align: 'end', cell: actions },
  ]
}
