import type { Role } from '@darsi/contracts/roles.ts'
import { type FormEvent, useId, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { PasswordInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'
import { clearSession } from '../session.ts'

type Props = { api: ApiClient; role: Role | undefined; onClose: () => void }

/** Says what is lost, and takes the password: an unlocked screen is not enough to close an account. */
export function LeaveDialog({ api, role, onClose }: Props) {
  const t = useTranslator(securityTexts)
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
      await api.call('DELETE /me', { body: { password } })
      clearSession()
      location.assign('/')
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('leaveTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant="danger" type="submit" form={form} loading={busy}>
            {t('leave')}
          </Button>
        </>
      }
    >
      <form id={form} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('leaveWarning')}</p>
        {role === 'parent' && <p>{t('leaveParent')}</p>}
        {(role === 'teacher' || role === 'student') && <p>{t('leaveLessons')}</p>}
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
