import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import type { AdminRole } from '@darsi/contracts/reference/roles.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { UserPlusIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { StatusFilter, useUserPlace } from '@darsi/features/users/public.ts'
import { useState } from 'react'
import { InviteDialog } from '../users/invite-dialog.tsx'
import { ManagedUsers } from '../users/managed-users.tsx'

/** Admins register themselves with a reason and are approved here, or they are invited. */
export default function AdminManagement({ api, user }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  const tu = useTranslator(texts.users)
  const place = useUserPlace()
  const role = place.filters.role === 'super-admin' ? 'super-admin' : 'admin'
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <ManagedUsers
        api={api}
        user={user}
        title={t('tab_admin-management')}
        place={{ ...place, filters: { ...place.filters, role } }}
        empty={<EmptyState title={t('noAdminsTitle')}>{t('noAdminsText')}</EmptyState>}
      >
        <p className="ds-soft">{t('adminLead')}</p>
        <div className="super-row">
          <RadioGroup<AdminRole>
            variant="segments"
            legend={tu('roleColumn')}
            options={[
              { value: 'admin', label: tu('admins') },
              { value: 'super-admin', label: tu('superAdmins') },
            ]}
            value={role}
            onChange={(chosen) => place.change({ role: chosen })}
          />
          <StatusFilter value={place.filters.status} onChange={(status) => place.change({ status })} />
          <Button icon={UserPlusIcon} onClick={() => setInviting(true)}>
            {t('createAdmin')}
          </Button>
        </div>
      </ManagedUsers>
      {inviting && (
        <InviteDialog
          api={api}
          // the new row arrives by an event, and the live stream reloads the list
          onInvited={(invited) => place.change({ role: invited })}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  )
}
