import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { ReactNode } from 'react'
import { PreferencesPanel, type Privacy } from './preferences-panel.tsx'
import { ProfilePanel, type RoleFields } from './profile-panel.tsx'
import { PushCard } from './push/push-card.tsx'
import { SecurityPanel } from './security/security-panel.tsx'
import { SmsCard } from './sms/sms-card.tsx'

type Props = {
  api: ApiClient
  /** Heading, where the panel is all that a tab shows. */
  title?: string
  roleFields?: (fields: RoleFields) => ReactNode
  /** Shown between the details and the preferences. */
  children?: ReactNode
  /** The privacy toggles of the role; none by default. */
  privacy?: Privacy
}

/** The account settings: details, preferences and security. */
export function AccountPanel({ api, title, roleFields, privacy = 'none', children }: Props) {
  return (
    <div className="ds-stack">
      {title !== undefined && <PageHeader level={2} title={title} />}
      <ProfilePanel api={api} roleFields={roleFields} />
      {children}
      <PreferencesPanel api={api} privacy={privacy} />
      <PushCard api={api} />
      <SmsCard api={api} />
      <SecurityPanel api={api} />
    </div>
  )
}
