import { minPasswordLengthOf } from '@darsi/contracts/registration-rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Field, focusFirstInvalid } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { PasswordInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'
import { readSession } from '../session.ts'
import { useToast } from '../toast.tsx'

type Errors = { current?: string; next?: string }

export function PasswordCard({ api, onChanged }: { api: ApiClient; onChanged: () => void }) {
  const t = useTranslator(securityTexts)
  const toast = useToast()
  const least = minPasswordLengthOf(readSession()?.user.role)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current && (errors.current || errors.next)) focusFirstInvalid(form.current)
  }, [errors])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (current === '') return setErrors({ current: t('currentPasswordMissing') })
    if ([...next].length < least) {
      return setErrors({ next: t('newPasswordShort', { count: least }) })
    }
    setBusy(true)
    setErrors({})
    try {
      await api.call('PUT /auth/password', { body: { currentPassword: current, newPassword: next } })
      setCurrent('')
      setNext('')
      toast(t('passwordChanged'))
      onChanged()
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure)
      const aboutNew =
        failure instanceof ApiError && failure.code !== 'PASSWORD_WRONG' && failure.status === 400
      setErrors(aboutNew ? { next: message } : { current: message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={t('passwordTitle')}>
      <form ref={form} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
        <div className="ds-grid">
          <Field label={t('currentPassword')} error={errors.current} required>
            <PasswordInput
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
          <Field
            label={t('newPassword')}
            hint={t('newPasswordHint', { count: least })}
            error={errors.next}
            required
          >
            <PasswordInput
              autoComplete="new-password"
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          </Field>
        </div>
        <div className="ds-row">
          <Button type="submit" loading={busy}>
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
