import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { RadioGroup } from '../choice.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Select, TextInput } from '../input.tsx'
import type { Child } from './child.ts'
import { childrenTexts } from './children-texts.ts'
import { ConsentWords } from './consent-words.tsx'

const purposes = ['messages', 'video', 'connect'] as const

type Props = { api: ApiClient; learners: readonly Child[]; onClose: () => void }

/** A consent for one purpose and every connected teacher. */
export function GiveConsent({ api, learners, onClose }: Props) {
  const t = useTranslator(childrenTexts)
  const [childId, setChildId] = useState(learners[0]?.id ?? '')
  const [purpose, setPurpose] = useState<(typeof purposes)[number]>('messages')
  const [authorisation, setAuthorisation] = useState('')
  const give = async () => {
    await api.call('POST /consents', { body: { childId, purpose, authorisation: authorisation.trim() } })
    announce('connections')
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
      <ConsentWords purposes={[purpose]}>{t('agreeOne')}</ConsentWords>
      <Field label={t('authorisation')} hint={t('authorisationHint')} optional>
        <TextInput
          dir="auto"
          maxLength={120}
          value={authorisation}
          onChange={(event) => setAuthorisation(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
