import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { useUnsaved } from '@darsi/design/dialogs/leaving.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { AlertIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import type { ReactNode } from 'react'
import { PlaceFields } from '../places/public.ts'
import { texts } from '../texts.ts'
import './profile-panel.css'

type Profile = Api['GET /me/profile']['answer']['data']
type Answer = Api['GET /me/profile']['answer']
type Draft = {
  phone: string
  location: Profile['location']
  /** Only the changed values: the server refuses some unchanged ones, because they were agreed to at registration. */
  roleData: Profile['roleData']
}

type Props = {
  api: ApiClient
  /** The fields of the role, between the common fields and the save button. */
  roleFields?: ((fields: RoleFields) => ReactNode) | undefined
}

export type RoleFields = {
  /** The profile on the server; `roleData` also has the unsaved changes. */
  saved: Profile['roleData']
  roleData: Profile['roleData']
  set: (part: Profile['roleData']) => void
  /** The server's errors for the fields of the role. */
  problem: (field: string) => string | undefined
}

/** The caller's own profile. If another tab saved first (409), the form says so and keeps the typed text. */
export function ProfilePanel({ api, roleFields }: Props) {
  const loaded = useCall(api, 'GET /me/profile')
  return (
    <LoadedPanel of={loaded}>
      {(answer) => (
        <ProfileForm api={api} profile={answer.data} onLoaded={loaded.set} roleFields={roleFields} />
      )}
    </LoadedPanel>
  )
}

type FormProps = Props & { profile: Profile; onLoaded: (answer: Answer) => void }

function ProfileForm({ api, profile, onLoaded, roleFields }: FormProps) {
  const t = useTranslator(texts.account)
  const { draft, change, busy, error, unsaved, save, saveOver, showNewer } = useProfileDraft(
    api,
    profile,
    onLoaded,
  )
  useUnsaved(unsaved)
  return (
    <Card title={t('profileTitle')}>
      <Form wrong={error} onSubmit={save}>
        <div className="ds-profile-head">
          <Avatar name={profile.full_name} size="xl" />
          <div>
            <p className="ds-profile-name" dir="auto">
              {profile.full_name}
            </p>
            <p className="ds-soft ds-small">{t('avatarHint')}</p>
          </div>
        </div>
        <div className="ds-grid ds-profile-fields">
          <Field label={t('fullName')} hint={t('fullNameFixed')}>
            <TextInput value={profile.full_name} readOnly dir="auto" />
          </Field>
          <Field label={t('emailAddress')} hint={t('emailFixed')}>
            <TextInput value={profile.email} readOnly dir="ltr" />
          </Field>
          <Field label={t('phone')} error={error?.about('phone')}>
            <TextInput
              type="tel"
              dir="ltr"
              autoComplete="tel"
              value={draft.phone}
              onChange={(phone) => change({ phone })}
            />
          </Field>
          <PlaceFields
            place={draft.location}
            onChange={(location) => change({ location })}
            problem={(field) => error?.about(`location.${field}`)}
          />
        </div>
        {roleFields?.({
          saved: profile.roleData,
          roleData: { ...profile.roleData, ...draft.roleData },
          set: (part) => change({ roleData: { ...draft.roleData, ...part } }),
          problem: (field) => error?.about(`roleData.${field}`),
        })}
        {error !== null && (
          <Banner
            tone="danger"
            actions={
              error.code === 'STALE_VERSION' && (
                <>
                  <Button size="sm" variant="secondary" loading={busy} onClick={() => void showNewer()}>
                    {t('showNewer')}
                  </Button>
                  <Button size="sm" variant="secondary" loading={busy} onClick={() => void saveOver()}>
                    {t('keepMine')}
                  </Button>
                </>
              )
            }
          >
            {error.message}
          </Banner>
        )}
        <div className="ds-row">
          <Button type="submit" loading={busy}>
            {t('saveProfile')}
          </Button>
          {unsaved && (
            <Badge tone="warning" icon={AlertIcon}>
              {t('unsavedDetails')}
            </Badge>
          )}
        </div>
      </Form>
    </Card>
  )
}

function useProfileDraft(api: ApiClient, profile: Profile, onLoaded: (answer: Answer) => void) {
  const t = useTranslator(texts.account)
  const [draft, setDraft, restart] = useDraft('profile', draftOf(profile))
  const { run, busy, failure } = useAction()

  const attempt = (work: () => Promise<Answer>, done: string) =>
    run(async () => {
      const answer = await work()
      onLoaded(answer)
      const saved = draftOf(answer.data)
      restart(saved, (now) => withLaterChanges(saved, draft, now))
    }, done)
  const send = (version: number) =>
    api.call('PATCH /me/profile', { body: changesOf(profile, draft, version) })
  return {
    draft,
    busy,
    error: failure,
    unsaved: JSON.stringify(draft) !== JSON.stringify(draftOf(profile)),
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    save: () => attempt(() => send(profile.version), t('profileSaved')),
    showNewer: () => attempt(() => api.call('GET /me/profile'), t('newerShown')),
    saveOver: () =>
      attempt(async () => send((await api.call('GET /me/profile')).data.version), t('profileSaved')),
  }
}

const draftOf = ({ phone, location }: Profile): Draft => ({ phone, location, roleData: {} })

/** The saved values, but those of `now` where they were changed after `sent` was sent. */
function withLaterChanges(saved: Draft, sent: Draft, now: Draft): Draft {
  const isChanged = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  return {
    phone: isChanged(sent.phone, now.phone) ? now.phone : saved.phone,
    location: isChanged(sent.location, now.location) ? now.location : saved.location,
    roleData: Object.fromEntries(
      Object.entries(now.roleData).filter(([field, value]) => isChanged(sent.roleData[field], value)),
    ),
  }
}

/** Unchanged values are not sent, because they would overwrite a change from another tab. */
function changesOf(profile: Profile, draft: Draft, version: number) {
  const moved = JSON.stringify(draft.location) !== JSON.stringify(profile.location)
  return {
    version,
    ...(draft.phone !== profile.phone && { phone: draft.phone }),
    ...(moved && { location: draft.location }),
    ...(Object.keys(draft.roleData).length > 0 && { roleData: draft.roleData }),
  }
}
