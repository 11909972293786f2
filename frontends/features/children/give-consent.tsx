import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { ConsentText } from '../connections/public.ts'
import { texts } from '../texts.ts'
import type { Child } from './child.ts'

const purposes = ['messages', 'video', 'connect'] as const

type Props = { api: ApiClient; learners: readonly Child[]; onClose: () => void }

/** Gives a consent for one purpose and all connected teachers. */
export function GiveConsent({ api, learners, onClose }: Props) {
  const t = useTranslator(texts.children)
  const [childId, setChildId] = useState(learners[0]?.id ?? '')
  const [purpose, setPurpose] = useState<(typeof purposes)[number]>('messages')
  const [authorisation, setAuthorisation] = useState('')
  const give = async () => {
    await api.call('POST /consents', { body: { childId, purpose, authorisation: authorisation.trim() } })
    invalidate(api, 'connection')
  }
  return (
    <ActionDialog title={t('give')} confirm={t('give')} done={t('giveDone')} send={give} onClose={onClose}>
      <p>{t('giveText')}</p>
      <Field label={t('child')}>
        <Select
          value={childId}
          onChange={setChildId}
          placeholder={null}
          options={learners.map(({ id, firstName }) => ({ value: id, label: firstName }))}
        />
      </Field>
      <RadioGroup
        legend={t('purpose')}
        value={purpose}
        onChange={setPurpose}
        options={purposes.map((value) => ({ value, label: t(value) }))}
      />
      <ConsentText purposes={[purpose]}>{t('agreeOne')}</ConsentText>
      <Field label={t('authorisation')} hint={t('authorisationHint')} optional>
        <TextInput dir="auto" maxLength={120} value={authorisation} onChange={setAuthorisation} />
      </Field>
    </ActionDialog>
  )
}
