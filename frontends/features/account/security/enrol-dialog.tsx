import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { clientTexts } from '@darsi/client/texts.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useId, useState } from 'react'
import { texts } from '../../texts.ts'
import { FactorSetup } from './factor-setup.tsx'
import './security.css'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'

type Started = Api['POST /auth/factors']['answer']['data']
type Props = { api: ApiClient; onClose: () => void; onEnrolled: (codes: readonly string[]) => void }

/** Asks for a name, then shows the key and asks for a first code. Passes on the recovery codes. */
export function EnrolDialog({ api, onClose, onEnrolled }: Props) {
  const t = useTranslator(texts.security)
  const passwordText = useTranslator(clientTexts.password)
  const toast = useToast()
  const form = useId()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [started, setStarted] = useState<Started | null>(null)
  const { run, busy, error } = useAction()

  const start = async () => {
    const answer = await api.call('POST /auth/factors', { body: { type: 'totp', name: name.trim() } })
    setStarted(answer.data)
  }
  const verify = async (id: string) => {
    const digits = code.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) throw new Error(t('codeMissing'))
    const answer = await api.call('POST /auth/factors/:id/verify', { params: { id }, body: { code: digits } })
    toast(t('factorOn'))
    onEnrolled(answer.data.recoveryCodes)
  }
  const submit = () => run(started === null ? start : () => verify(started.id))

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
          confirm={started === null ? passwordText('start') : t('verify')}
          busy={busy}
          onClose={onClose}
        />
      }
    >
      <Form id={form} onSubmit={submit}>
        {started === null ? (
          <NameField value={name} onChange={setName} error={error} />
        ) : (
          <>
            <FactorSetup {...started} />
            <CodeField value={code} onChange={setCode} error={error} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

type FieldProps = { value: string; onChange: (value: string) => void; error: string | null }

function NameField({ value, onChange, error }: FieldProps) {
  const t = useTranslator(texts.security)
  return (
    <Field label={t('factorName')} hint={t('factorNameHint')} error={error} optional>
      <TextInput dir="auto" maxLength={60} value={value} onChange={onChange} />
    </Field>
  )
}

function CodeField({ value, onChange, error }: FieldProps) {
  const t = useTranslator(texts.security)
  return (
    <Field label={t('code')} hint={t('codeHint')} error={error} required>
      <TextInput
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
