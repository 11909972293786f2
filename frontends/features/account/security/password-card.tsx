import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useStepUpCode } from '@darsi/client/password-question/use-step-up-code.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { readSession } from '@darsi/client/session/session.ts'
import { clientTexts } from '@darsi/client/texts.ts'
import { minPasswordLengthOf } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { PasswordInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'

type Errors = { current?: string; next?: string }

export function PasswordCard({ api, onChanged }: { api: ApiClient; onChanged: () => void }) {
  const t = useTranslator(texts.security)
  const passwordText = useTranslator(clientTexts.password)
  const least = minPasswordLengthOf(readSession()?.user.role)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const code = useStepUpCode()
  const { run, busy } = useAction({
    onFailure: (failure) => {
      const aboutNew = failure.code !== 'PASSWORD_WRONG' && failure.status === 400
      if (!code.caught(failure)) setErrors({ [aboutNew ? 'next' : 'current']: failure.message })
      return true
    },
  })

  const submit = async () => {
    if (current === '') return setErrors({ current: passwordText('currentPasswordMissing') })
    if ([...next].length < least) {
      return setErrors({ next: t('newPasswordShort', { count: least }) })
    }
    setErrors({})
    await run(async () => {
      const body = { currentPassword: current, newPassword: next, ...code.given }
      await api.call('PUT /auth/password', { body })
      setCurrent('')
      setNext('')
      code.reset()
      onChanged()
    }, t('passwordChanged'))
  }

  return (
    <Card title={t('passwordTitle')}>
      <Form wrong={errors} onSubmit={submit}>
        <div className="ds-grid">
          <Field label={t('currentPassword')} error={errors.current} required>
            <PasswordInput autoComplete="current-password" value={current} onChange={setCurrent} />
          </Field>
          <Field
            label={t('newPassword')}
            hint={t('newPasswordHint', { count: least })}
            error={errors.next}
            required
          >
            <PasswordInput autoComplete="new-password" value={next} onChange={setNext} />
          </Field>
          {code.field}
        </div>
        <div className="ds-row">
          <Button type="submit" loading={busy}>
            {t('changePassword')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
