import type { ReactNode } from 'react'
import type { ApiClient } from './api-client.ts'
import { PreferencesPanel } from './preferences-panel.tsx'
import { ProfilePanel, type RoleFields } from './profile-panel.tsx'
import { SecurityPanel } from './security-panel.tsx'

type Props = {
  api: ApiClient
  roleFields?: (fields: RoleFields) => ReactNode
  /** Who sees the profile is asked of students alone (spec §2). */
  privacy?: boolean
}

/** All that somebody sets about the own account: details, preferences and security. */
export function AccountPanel({ api, roleFields, privacy = false }: Props) {
  return (
    <div className="ds-stack">
      <ProfilePanel api={api} {...(roleFields && { roleFields })} />
      <PreferencesPanel api={api} privacy={privacy} />
      <SecurityPanel api={api} />
    </div>
  )
}
