import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { PasswordInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'
import type { Prove } from './password-question.ts'

type Props = { prove: Prove; answer: (proven: boolean) => void }

/** Asks for the password once more before something that a stolen session must not do. */
export function PasswordDialog({ prove, answer }: Props) {
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
      await prove(password)
      answer(true)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('proveTitle')}
      onClose={() => answer(false)}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={() => answer(false)} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {t('start')}
          </Button>
        </>
      }
    >
      <form id={form} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('proveText')}</p>
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
