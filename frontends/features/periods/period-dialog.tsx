import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { ApiError } from '@darsi/client/api/api-error.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { inEachLanguage, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { DateInput, Select, TextInput } from '@darsi/design/forms/input.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Period } from './period-notes.tsx'

type Draft = Omit<Period, 'id'>
type Fields = {
  draft: Draft
  set: (part: Partial<Draft>) => void
  /** What the server refused, by field. */
  problem: (path: string) => string | undefined
}
type Props = { api: ApiClient; period: Period | null; onClose: () => void }

const usualHours = { from: 9, to: 16 }
const startHours = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
const endHours = startHours.map((hour) => hour + 1)

/** Adds a holiday or special hours, or changes them. */
export function PeriodDialog({ api, period, onClose }: Props) {
  const t = useTranslator(texts.periods)
  const [draft, setDraft] = useState<Draft>(() => draftOf(period))
  const [error, setError] = useState<ApiError | null>(null)
  const fields = {
    draft,
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    problem: (path: string) => error?.about(path),
  }
  const send = async () => {
    setError(null)
    if (period === null) await api.call('POST /availability/periods', { body: draft })
    else await api.call('PUT /availability/periods/:id', { params: { id: period.id }, body: draft })
    invalidate(api, 'hours')
  }
  return (
    <ActionDialog
      size="md"
      title={t(period === null ? 'addTitle' : 'changeTitle')}
      confirm={t('save')}
      done={t('saved')}
      send={send}
      onFailure={setError}
      onClose={onClose}
    >
      <RadioGroup
        legend={t('kind')}
        variant="segments"
        value={draft.kind}
        onChange={(kind) => fields.set({ kind, hours: kind === 'ramadan' ? usualHours : null })}
        options={(['holiday', 'ramadan'] as const).map((kind) => ({ value: kind, label: t(kind) }))}
      />
      <Names {...fields} />
      <div className="ds-grid">
        <Field label={t('from')} error={fields.problem('from')} required>
          <DateInput
            value={draft.from}
            onChange={(from) => fields.set({ from, ...(draft.to < from && { to: from }) })}
          />
        </Field>
        <Field label={t('to')} error={fields.problem('to')} required>
          <DateInput value={draft.to} onChange={(to) => fields.set({ to })} />
        </Field>
      </div>
      <Hours {...fields} />
    </ActionDialog>
  )
}

function draftOf(period: Period | null): Draft {
  const today = tunisDay(new Date())
  if (period === null)
    return { kind: 'holiday', names: inEachLanguage(() => ''), from: today, to: today, hours: null }
  const { kind, names, from, to, hours } = period
  return { kind, names, from, to, hours }
}

/** People read the name in their language, so all three are needed. */
function Names({ draft: { names }, set, problem }: Fields) {
  const t = useTranslator(texts.periods)
  return languages.map((language) => (
    <Field
      key={language}
      label={t('nameIn', { language: languageNames[language] })}
      error={problem(`names.${language}`)}
      required
    >
      <TextInput
        dir="auto"
        lang={language}
        maxLength={80}
        value={names[language]}
        onChange={(name) => set({ names: { ...names, [language]: name } })}
      />
    </Field>
  ))
}

function Hours({ draft: { hours }, set, problem }: Fields) {
  const t = useTranslator(texts.periods)
  const select = (part: 'from' | 'to', options: readonly number[], current: { from: number; to: number }) => (
    <Select
      value={String(current[part])}
      onChange={(value) => set({ hours: { ...current, [part]: Number(value) } })}
      placeholder={null}
      options={options.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
    />
  )
  return (
    <>
      <RadioGroup
        legend={t('hours')}
        variant="segments"
        value={hours === null ? 'closed' : 'open'}
        onChange={(choice) => set({ hours: choice === 'open' ? usualHours : null })}
        options={[
          { value: 'closed', label: t('closed') },
          { value: 'open', label: t('open') },
        ]}
      />
      {hours !== null && (
        <div className="ds-grid">
          <Field label={t('hoursFrom')} error={problem('hours.from')}>
            {select('from', startHours, hours)}
          </Field>
          <Field label={t('hoursTo')} error={problem('hours.to')}>
            {select('to', endHours, hours)}
          </Field>
        </div>
      )}
    </>
  )
}
