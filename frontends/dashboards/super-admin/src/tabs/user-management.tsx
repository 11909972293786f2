import { roles } from '@darsi/contracts/roles.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import type { Filters } from '@darsi/ui/users/use-users.ts'
import { UserFilters } from '@darsi/ui/users/user-filters.tsx'
import { useState } from 'react'
import { Erasures } from '../erasures.tsx'
import { ManagedUsers } from '../managed-users.tsx'
import { texts } from '../texts.ts'

const first: Filters = { q: '', status: 'all', role: 'all', sort: { column: 'createdAt', descending: true } }

export default function UserManagement({ api, user }: DashboardProps) {
  const t = useTranslator(texts)
  const [filters, setFilters] = useState(first)
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))
  return (
    <div className="ds-stack">
      <ManagedUsers api={api} user={user} title={t('userManagementTab')} filters={filters} onFilter={change}>
        <UserFilters filters={filters} onChange={change} roles={roles} withStatus={false} />
      </ManagedUsers>
      <Erasures api={api} />
    </div>
  )
}
