import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { PreferencesPanel, type Privacy } from './preferences-panel.tsx'
import { ProfilePanel, type RoleFields } from './profile-panel.tsx'
import { PushCard } from './push/push-card.tsx'
import { type Section, Sections } from './sections.tsx'
import { SecurityPanel } from './security/security-panel.tsx'
import { SmsCard } from './sms/sms-card.tsx'

type Props = {
  api: ApiClient
  /** Heading, where the panel is all that a tab shows. */
  title?: string
  roleFields?: (fields: RoleFields) => ReactNode
  /** Sections of the role before the details. */
  sections?: readonly Section[]
  /** Shown below the details. */
  children?: ReactNode
  /** The privacy toggles of the role; none by default. */
  privacy?: Privacy
}

/** The account settings in sections: those of the role, details, preferences and security. */
export function AccountPanel({ api, title, roleFields, sections = [], privacy = 'none', children }: Props) {
  const t = useTranslator(texts.account)
  const security = useTranslator(texts.security)
  return (
    <div className="ds-stack">
      {title !== undefined && <PageHeader level={2} title={title} />}
      <Sections
        sections={[
          ...sections,
          {
            id: 'details',
            title: t('profileTitle'),
            content: (
              <>
                <ProfilePanel api={api} roleFields={roleFields} />
                {children}
              </>
            ),
          },
          {
            id: 'notifications',
            title: t(privacy === 'none' ? 'notificationsTitle' : 'preferencesTitle'),
            content: (
              <>
                <PreferencesPanel api={api} privacy={privacy} />
                <PushCard api={api} />
                <SmsCard api={api} />
              </>
            ),
          },
          { id: 'security', title: security('title'), content: <SecurityPanel api={api} /> },
        ]}
      />
    </div>
  )
}
