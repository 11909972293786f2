import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'
import { PasswordInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useAction } from '../query/use-action.ts'
import { clientTexts } from '../texts.ts'
import { useStepUpCode } from './use-step-up-code.tsx'

type Props = {
  title: string
  confirm: string
  danger?: boolean
  /** The action that needs the password. */
  children: ReactNode
  /** A refusal is shown at the field. The code is added once the server asks for it. */
  onPassword: (password: string, more: { code?: string }) => Promise<void>
  onClose: () => void
}

/** Asks for the password again: an unlocked screen or a stolen session is not enough. */
export function AskPassword({ title, confirm, danger = false, children, onPassword, onClose }: Props) {
  const t = useTranslator(clientTexts.password)
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const code = useStepUpCode()
  const { run, busy, error } = useAction({ onFailure: code.caught })

  useEffect(() => {
    if (!busy && !code.isAsked) input.current?.focus()
  }, [busy, code.isAsked])

  const submit = () =>
    run(async () => {
      if (password === '') throw new Error(t('currentPasswordMissing'))
      await onPassword(password, code.given)
    })

  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={onClose}
      locked={busy}
      actions={<FormButtons form={form} confirm={confirm} danger={danger} busy={busy} onClose={onClose} />}
    >
      <Form id={form} onSubmit={submit}>
        {children}
        <Field label={t('password')} error={error} required>
          <PasswordInput
            ref={input}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </Field>
        {code.field}
      </Form>
    </Dialog>
  )
}
