import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useRef, useState } from 'react'
import { texts } from '../texts.ts'

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
          show={(next) => loaded.set({ success: true, data: next })}
          save={async (next) => (await api.call('PUT /me/preferences', { body: next })).data}
        />
      )}
    </LoadedPanel>
  )
}

type TogglesProps = {
  preferences: Preferences
  privacy: Privacy
  show: (next: Preferences) => void
  save: (next: Preferences) => Promise<Preferences>
}

/** A toggle moves at once, and back if the server refuses. Changes are saved in their order. */
function Toggles({ preferences, privacy, show, save }: TogglesProps) {
  const t = useTranslator(texts.account)
  const [error, setError] = useState<string | null>(null)
  const saved = useRef(preferences)
  const newest = useRef(0)
  const queue = useRef(Promise.resolve())
  const change = (next: Preferences) => {
    newest.current += 1
    const turn = newest.current
    show(next)
    setError(null)
    queue.current = queue.current.then(async () => {
      try {
        saved.current = await save(next)
      } catch (failure) {
        setError(errorText(failure))
      }
      // a later change is shown already
      if (turn === newest.current) show(saved.current)
    })
  }
  const privacySwitch = (
    key: 'profileVisible' | 'contactVisible' | 'onlineVisible',
    label: 'profileVisible' | 'listedInSearch' | 'contactVisible' | 'contactToStudents' | 'onlineVisible',
  ) => (
    <Switch
      label={t(label)}
      hint={t(`${label}Hint`)}
      checked={preferences.privacy[key] === true}
      onChange={(event) =>
        change({ ...preferences, privacy: { ...preferences.privacy, [key]: event.target.checked } })
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
            onChange={(event) =>
              change({
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
