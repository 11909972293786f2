import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { roles } from '@darsi/contracts/reference/roles.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { UserFilters, useUserPlace } from '@darsi/features/users/public.ts'
import { Erasures } from '../users/erasures.tsx'
import { ManagedUsers } from '../users/managed-users.tsx'

export default function UserManagement({ api, user }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  const place = useUserPlace()
  return (
    <div className="ds-stack">
      <ManagedUsers api={api} user={user} title={t('tab_user-management')} place={place}>
        <UserFilters filters={place.filters} onChange={place.change} roles={roles} />
      </ManagedUsers>
      <Erasures api={api} />
    </div>
  )
}
