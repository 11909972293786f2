import type { Api } from '@darsi/contracts/api.ts'
import { type FormEvent, useId, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { TextInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'
import { useToast } from '../toast.tsx'
import { FactorSetup } from './factor-setup.tsx'
import './security.css'
import { FormButtons } from '../form-buttons.tsx'

type Started = Api['POST /auth/factors']['answer']['data']
type Props = { api: ApiClient; onClose: () => void; onEnrolled: (codes: readonly string[]) => void }

/** A name, then the key with a first code; hands on the recovery codes. */
export function EnrolDialog({ api, onClose, onEnrolled }: Props) {
  const t = useTranslator(securityTexts)
  const toast = useToast()
  const form = useId()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [started, setStarted] = useState<Started | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setBusy(false)
    }
  }
  const start = async () => {
    const answer = await api.call('POST /auth/factors', { body: { type: 'totp', name: name.trim() } })
    setStarted(answer.data)
  }
  const verify = async (id: string) => {
    const answer = await api.call('POST /auth/factors/:id/verify', {
      params: { id },
      body: { code: code.replace(/\s/g, '') },
    })
    toast(t('factorOn'))
    onEnrolled(answer.data.recoveryCodes)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (started === null) void run(start)
    else if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) setError(t('codeMissing'))
    else void run(() => verify(started.id))
  }

  return (
    <Dialog
      open
      size={started === null ? 'sm' : 'md'}
      title={started === null ? t('addFactor') : t('enrolTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <FormButtons
          form={form}
          confirm={started === null ? t('start') : t('verify')}
          busy={busy}
          onClose={onClose}
        />
      }
    >
      <form id={form} className="ds-stack" onSubmit={submit} noValidate>
        {started === null ? (
          <Field label={t('factorName')} hint={t('factorNameHint')} error={error} optional>
            <TextInput
              dir="auto"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        ) : (
          <>
            <FactorSetup {...started} />
            <Field label={t('code')} hint={t('codeHint')} error={error} required>
              <TextInput
                dir="ltr"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}
