import { useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { RadioGroup } from '../choice.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Select, TextInput } from '../input.tsx'
import { useToast } from '../toast.tsx'
import type { Child } from './child.ts'
import { childrenTexts } from './children-texts.ts'

const purposes = ['messages', 'video', 'connect'] as const

type Props = { api: ApiClient; learners: readonly Child[]; onClose: () => void }

/** A consent for one purpose and every connected teacher. */
export function GiveConsent({ api, learners, onClose }: Props) {
  const t = useTranslator(childrenTexts)
  const toast = useToast()
  const [childId, setChildId] = useState(learners[0]?.id ?? '')
  const [purpose, setPurpose] = useState<(typeof purposes)[number]>('messages')
  const [authorisation, setAuthorisation] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      await api.call('POST /consents', { body: { childId, purpose, authorisation: authorisation.trim() } })
      announce('connections')
      toast(t('giveDone'))
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('give')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button loading={busy} onClick={() => void submit()}>
            {t('give')}
          </Button>
        </>
      }
    >
      <p>{t('giveText')}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
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
      <Field label={t('authorisation')} hint={t('authorisationHint')} optional>
        <TextInput
          dir="auto"
          maxLength={120}
          value={authorisation}
          onChange={(event) => setAuthorisation(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
