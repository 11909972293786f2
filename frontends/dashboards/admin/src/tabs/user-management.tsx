import { formatDate } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import type { Column } from '@darsi/ui/table.tsx'
import { useDecisions } from '@darsi/ui/users/use-decisions.tsx'
import { type Filters, type ListedUser, useUsers } from '@darsi/ui/users/use-users.ts'
import { StatusBadge, UserButtons, UserCell } from '@darsi/ui/users/user-cells.tsx'
import { UserFilters } from '@darsi/ui/users/user-filters.tsx'
import { UserList } from '@darsi/ui/users/user-list.tsx'
import { usersTexts } from '@darsi/ui/users/users-texts.ts'
import { useState } from 'react'
import { texts } from '../texts.ts'

const first: Filters = { q: '', status: 'all', role: 'all', sort: { column: 'createdAt', descending: true } }

export default function UserManagement({ api, user: admin }: DashboardProps) {
  const t = useTranslator(texts)
  const tu = useTranslator(usersTexts)
  const language = useLanguage()
  const [filters, setFilters] = useState(first)
  const users = useUsers(api, filters)
  const decisions = useDecisions(api, users.replace)
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))

  const columns: Column<ListedUser>[] = [
    {
      id: 'name',
      header: tu('userColumn'),
      isRowHeader: true,
      sortable: true,
      cell: (user) => <UserCell user={user} />,
    },
    { id: 'role', header: tu('roleColumn'), cell: (user) => tu(`role-${user.role}`) },
    { id: 'status', header: tu('statusColumn'), cell: (user) => <StatusBadge status={user.status} /> },
    { id: 'location', header: tu('locationColumn'), cell: (user) => user.location || tu('notSpecified') },
    {
      id: 'createdAt',
      header: tu('registeredColumn'),
      sortable: true,
      cell: (user) => formatDate(user.createdAt, language),
    },
    {
      id: 'actions',
      header: tu('actionsColumn'),
      align: 'end',
      cell: (user) => <UserButtons admin={admin} user={user} onDecide={decisions.ask} />,
    },
  ]

  return (
    <div className="ds-stack">
      <UserList
        title={t('userManagementTab')}
        users={users}
        columns={columns}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        filters={
          <UserFilters
            filters={filters}
            onChange={change}
            roles={[
              'student',
              'teacher',
              'parent',
              ...(admin.role === 'super-admin' ? ['admin' as const] : []),
            ]}
          />
        }
      />
      {decisions.dialog}
    </div>
  )
}
