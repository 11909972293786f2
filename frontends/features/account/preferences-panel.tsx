import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { accountTexts } from './texts.ts'

type Preferences = Api['GET /me/preferences']['answer']['data']

/**
 * The toggles of a role: students choose whether teachers see their profile, teachers whether the search lists them,
 * and both whether their contact details are visible to the other side.
 */
export type Privacy = 'student' | 'teacher' | 'none'

/** Privacy and notification toggles (spec §2). Each change is saved at once. */
export function PreferencesPanel({ api, privacy }: { api: ApiClient; privacy: Privacy }) {
  const loaded = useCall(api, 'GET /me/preferences')
  return (
    <LoadedPanel of={loaded}>
      {({ data }) => (
        <Toggles
          preferences={data}
          privacy={privacy}
          save={async (next) => {
            const answer = await api.call('PUT /me/preferences', { body: next })
            loaded.set(answer)
          }}
        />
      )}
    </LoadedPanel>
  )
}

type TogglesProps = { preferences: Preferences; privacy: Privacy; save: (next: Preferences) => Promise<void> }

function Toggles({ preferences, privacy, save }: TogglesProps) {
  const t = useTranslator(accountTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = async (next: Preferences) => {
    setBusy(true)
    setError(null)
    try {
      await save(next)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setBusy(false)
    }
  }
  const privacySwitch = (
    key: 'profileVisible' | 'contactVisible' | 'onlineVisible',
    label: 'profileVisible' | 'listedInSearch' | 'contactVisible' | 'contactToStudents' | 'onlineVisible',
  ) => (
    <Switch
      label={t(label)}
      hint={t(`${label}Hint`)}
      checked={preferences.privacy[key] === true}
      disabled={busy}
      onChange={(event) =>
        void change({ ...preferences, privacy: { ...preferences.privacy, [key]: event.target.checked } })
      }
    />
  )
  return (
    <div className="ds-grid">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {privacy !== 'none' && (
        <Card title={t('privacyTitle')}>
          <div className="ds-stack">
            {privacySwitch('profileVisible', privacy === 'teacher' ? 'listedInSearch' : 'profileVisible')}
            {privacySwitch('contactVisible', privacy === 'teacher' ? 'contactToStudents' : 'contactVisible')}
            {privacy === 'teacher' && privacySwitch('onlineVisible', 'onlineVisible')}
          </div>
        </Card>
      )}
      <Card title={t('notificationsTitle')}>
        <div className="ds-stack">
          <Switch
            label={t('email')}
            hint={t('emailHint')}
            checked={preferences.notifications.email}
            disabled={busy}
            onChange={(event) =>
              void change({
                ...preferences,
                notifications: { ...preferences.notifications, email: event.target.checked },
              })
            }
          />
        </div>
      </Card>
    </div>
  )
}
