import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useStepUpCode } from '@darsi/client/password-question/use-step-up-code.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { clientTexts } from '@darsi/client/texts.ts'
import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { PasswordInput, TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'

type Errors = { email?: string; password?: string }

/** Changes the email address. The new address is valid only after its mailed link was opened. */
export function EmailCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.security)
  const passwordText = useTranslator(clientTexts.password)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const code = useStepUpCode()
  const { run, busy } = useAction({
    onFailure: (failure) => {
      if (!code.caught(failure))
        setErrors({ [failure.code === 'EMAIL_INVALID' ? 'email' : 'password']: failure.message })
      return true
    },
  })

  const submit = async () => {
    setAskedFor(null)
    if (!isEmail(normaliseEmail(email))) return setErrors({ email: t('newEmailInvalid') })
    if (password === '') return setErrors({ password: passwordText('currentPasswordMissing') })
    setErrors({})
    await run(async () => {
      await api.call('PUT /auth/email', { body: { email, password, ...code.given } })
      setAskedFor(email)
      setEmail('')
      setPassword('')
      code.reset()
    })
  }

  return (
    <Card title={t('emailTitle')}>
      <Form wrong={errors} onSubmit={submit}>
        <p className="ds-soft">{t('emailText')}</p>
        {askedFor !== null && <Banner tone="success">{t('emailAsked', { email: askedFor })}</Banner>}
        <div className="ds-grid">
          <Field label={t('newEmail')} error={errors.email} required>
            <TextInput type="email" autoComplete="email" dir="ltr" value={email} onChange={setEmail} />
          </Field>
          <Field label={t('emailPassword')} error={errors.password} required>
            <PasswordInput autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
          {code.field}
        </div>
        <div className="ds-row">
          <Button type="submit" loading={busy}>
            {t('changeEmail')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
