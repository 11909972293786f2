import { type FormEvent, useId, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { PasswordInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'
import { useToast } from '../toast.tsx'
import type { Factor } from './factors-card.tsx'

type Props = { api: ApiClient; factor: Factor; onClose: () => void; onRemoved: () => void }

/** Less protection takes the password, so that an unlocked screen is not enough. */
export function RemoveFactorDialog({ api, factor, onClose, onRemoved }: Props) {
  const t = useTranslator(securityTexts)
  const toast = useToast()
  const form = useId()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setError(t('currentPasswordMissing'))
    setBusy(true)
    setError(null)
    try {
      await api.call('DELETE /auth/factors/:id', { params: { id: factor.id }, body: { password } })
      toast(t('removed', { name: factor.name }))
      onRemoved()
      onClose()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('removeTitle', { name: factor.name })}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant="danger" type="submit" form={form} loading={busy}>
            {t('remove')}
          </Button>
        </>
      }
    >
      <form id={form} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('removeText')}</p>
        <Field label={t('password')} error={error} required>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
