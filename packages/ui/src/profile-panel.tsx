import type { Api } from '@darsi/contracts/api.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { accountTexts } from './account-texts.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Field } from './field.tsx'
import { useLanguage, useTranslator } from './i18n.tsx'
import { Select, TextInput } from './input.tsx'
import { LoadedPanel, useLoaded } from './loaded.tsx'
import { useToast } from './toast.tsx'

export type Profile = Api['GET /me/profile']['answer']['data']
type Draft = {
  phone: string
  governorateId: string
  localArea: string
  /** Only what was changed: some of it was agreed to at registration and is refused here. */
  roleData: Profile['roleData']
}

type Props = {
  api: ApiClient
  /** Fields of the role, between the common ones and the button. */
  roleFields?: (fields: RoleFields) => ReactNode
}

export type RoleFields = {
  roleData: Profile['roleData']
  set: (part: Profile['roleData']) => void
  /** What the server found wrong with one of them. */
  problem: (field: string) => string | undefined
}

/** The caller's own profile. A stale tab keeps its text and says so (409). */
export function ProfilePanel({ api, roleFields }: Props) {
  const load = useCallback((signal: AbortSignal) => api.call('GET /me/profile', { signal }), [api])
  const loaded = useLoaded(load)
  return (
    <LoadedPanel of={loaded}>
      {(answer) => (
        <ProfileForm api={api} profile={answer.data} onSaved={loaded.set} roleFields={roleFields} />
      )}
    </LoadedPanel>
  )
}

type FormProps = {
  api: ApiClient
  profile: Profile
  onSaved: (answer: Api['PATCH /me/profile']['answer']) => void
  roleFields: Props['roleFields']
}

function ProfileForm({ api, profile, onSaved, roleFields }: FormProps) {
  const t = useTranslator(accountTexts)
  const language = useLanguage()
  const toast = useToast()
  const [draft, setDraft] = useState<Draft>(() => draftOf(profile))
  const [version, setVersion] = useState(profile.version)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const answer = await api.call('PATCH /me/profile', { body: changesOf(profile, draft, version) })
      setVersion(answer.data.version)
      change({ roleData: {} })
      onSaved(answer)
      toast(t('profileSaved'))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const takeCurrent = async () => {
    const answer = await api.call('GET /me/profile')
    setVersion(answer.data.version)
    setError(null)
  }

  return (
    <Card title={t('profileTitle')}>
      <form className="ds-stack" onSubmit={(event) => void save(event)} noValidate>
        {error !== null && (
          <Banner
            tone="danger"
            actions={
              error.code === 'STALE_VERSION' && (
                <Button size="sm" variant="secondary" onClick={() => void takeCurrent()}>
                  {t('keepMine')}
                </Button>
              )
            }
          >
            {error.message}
          </Banner>
        )}
        <div className="ds-grid">
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
              onChange={(event) => change({ phone: event.target.value })}
            />
          </Field>
          <Field label={t('governorate')}>
            <Select
              value={draft.governorateId}
              onChange={(governorateId) => change({ governorateId })}
              options={governorates.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
            />
          </Field>
          <Field label={t('localArea')} optional>
            <TextInput
              dir="auto"
              maxLength={120}
              value={draft.localArea}
              onChange={(event) => change({ localArea: event.target.value })}
            />
          </Field>
        </div>
        {roleFields?.({
          roleData: { ...profile.roleData, ...draft.roleData },
          set: (part) => change({ roleData: { ...draft.roleData, ...part } }),
          problem: (field) => error?.about(`roleData.${field}`),
        })}
        <div className="ds-row">
          <Button type="submit" loading={busy}>
            {t('saveProfile')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function draftOf(profile: Profile): Draft {
  return {
    phone: profile.phone,
    governorateId: String(profile.location.governorate_id ?? ''),
    localArea: profile.location.local_area,
    roleData: {},
  }
}

/** A new governorate empties the delegation and what is below it (spec §4). */
function changesOf(profile: Profile, draft: Draft, version: number) {
  const chosen = governorates.find(({ id }) => String(id) === draft.governorateId)
  const moved = chosen !== undefined && chosen.id !== profile.location.governorate_id
  return {
    version,
    phone: draft.phone,
    location: {
      ...profile.location,
      local_area: draft.localArea,
      ...(moved && {
        governorate: chosen.name.en,
        governorate_id: chosen.id,
        delegation: '',
        delegation_id: null,
        municipality: '',
        municipality_id: null,
      }),
    },
    ...(Object.keys(draft.roleData).length > 0 && { roleData: draft.roleData }),
  }
}
