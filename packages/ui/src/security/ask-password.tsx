import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { useTranslator } from '../i18n.tsx'
import { PasswordInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'

type Props = {
  title: string
  confirm: string
  danger?: boolean
  /** What it is for. */
  children: ReactNode
  /** A refusal stands at the field. */
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password once more: an unlocked screen or a stolen session is not enough. */
export function AskPassword({ title, confirm, danger = false, children, onPassword, onClose }: Props) {
  const t = useTranslator(securityTexts)
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (!busy) input.current?.focus()
  }, [busy])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setError(t('currentPasswordMissing'))
    setBusy(true)
    setError(null)
    try {
      await onPassword(password)
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={onClose}
      locked={busy}
      actions={<FormButtons form={form} confirm={confirm} danger={danger} busy={busy} onClose={onClose} />}
    >
      <form id={form} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <Field label={t('password')} error={error} required>
          <PasswordInput
            ref={input}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
