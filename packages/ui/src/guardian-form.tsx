import { type FormEvent, useState } from 'react'
import { accountTexts } from './account-texts.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { useTranslator } from './i18n.tsx'
import { TextInput } from './input.tsx'

/** A minor gives a guardian's address; the guardian is mailed a link (`POST /me/guardian`). */
export function GuardianForm({ api }: { api: ApiClient }) {
  const t = useTranslator(accountTexts)
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // the form may stand inside another one's dialog
    event.stopPropagation()
    setBusy(true)
    setError(null)
    try {
      await api.call('POST /me/guardian', { body: { email: email.trim() } })
      setSentTo(email.trim())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
      {sentTo !== null && <Banner tone="success">{t('guardianSent', { email: sentTo })}</Banner>}
      <Field label={t('guardianEmail')} error={error}>
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <div className="ds-row">
        <Button type="submit" variant="secondary" loading={busy}>
          {t('guardianSend')}
        </Button>
      </div>
    </form>
  )
}
