import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { ReactNode } from 'react'
import { PreferencesPanel, type Privacy } from './preferences-panel.tsx'
import { ProfilePanel, type RoleFields } from './profile-panel.tsx'
import { SecurityPanel } from './security/security-panel.tsx'

type Props = {
  api: ApiClient
  roleFields?: (fields: RoleFields) => ReactNode
  /** Between the details and the preferences. */
  children?: ReactNode
  /** Which privacy toggles the role has; by default none. */
  privacy?: Privacy
}

/** All that somebody sets about the own account: details, preferences and security. */
export function AccountPanel({ api, roleFields, privacy = 'none', children }: Props) {
  return (
    <div className="ds-stack">
      <ProfilePanel api={api} roleFields={roleFields} />
      {children}
      <PreferencesPanel api={api} privacy={privacy} />
      <SecurityPanel api={api} />
    </div>
  )
}
