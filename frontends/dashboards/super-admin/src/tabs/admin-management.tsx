import { Button } from '@darsi/ui/button.tsx'
import { RadioGroup } from '@darsi/ui/choice.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { UserPlusIcon } from '@darsi/ui/icons.tsx'
import type { Filters } from '@darsi/ui/users/use-users.ts'
import { usersTexts } from '@darsi/ui/users/users-texts.ts'
import { useState } from 'react'
import { InviteDialog } from '../invite-dialog.tsx'
import { ManagedUsers } from '../managed-users.tsx'
import { texts } from '../texts.ts'

const first: Filters = {
  q: '',
  status: 'all',
  role: 'admin',
  sort: { column: 'createdAt', descending: true },
}

/** Admins register themselves with a reason and are approved here, or are invited. */
export default function AdminManagement({ api, user }: DashboardProps) {
  const t = useTranslator(texts)
  const tu = useTranslator(usersTexts)
  const [filters, setFilters] = useState(first)
  const [inviting, setInviting] = useState(false)
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))
  return (
    <>
      <ManagedUsers api={api} user={user} title={t('adminManagementTab')} filters={filters} onFilter={change}>
        <p className="ds-soft">{t('adminLead')}</p>
        <div className="super-row">
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
          <Button icon={UserPlusIcon} onClick={() => setInviting(true)}>
            {t('createAdmin')}
          </Button>
        </div>
      </ManagedUsers>
      {inviting && (
        <InviteDialog
          api={api}
          // the row comes with the event; the list hears of it live
          onInvited={(role) => change({ role })}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  )
}
