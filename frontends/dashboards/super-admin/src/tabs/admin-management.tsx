import { RadioGroup } from '@darsi/ui/choice.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import type { Filters } from '@darsi/ui/users/use-users.ts'
import { usersTexts } from '@darsi/ui/users/users-texts.ts'
import { useState } from 'react'
import { ManagedUsers } from '../managed-users.tsx'
import { texts } from '../texts.ts'

const first: Filters = {
  q: '',
  status: 'all',
  role: 'admin',
  sort: { column: 'createdAt', descending: true },
}

/** Admins register themselves with a reason; here they are approved. */
export default function AdminManagement({ api, user }: DashboardProps) {
  const t = useTranslator(texts)
  const tu = useTranslator(usersTexts)
  const [filters, setFilters] = useState(first)
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))
  return (
    <ManagedUsers api={api} user={user} title={t('adminManagementTab')} filters={filters} onFilter={change}>
      <p className="ds-soft">{t('adminLead')}</p>
      <RadioGroup<'admin' | 'super-admin'>
        variant="segments"
        legend={tu('roleColumn')}
        options={[
          { value: 'admin', label: tu('admins') },
          { value: 'super-admin', label: tu('superAdmins') },
        ]}
        value={filters.role === 'super-admin' ? 'super-admin' : 'admin'}
        onChange={(role) => change({ role })}
      />
    </ManagedUsers>
  )
}
