import { ApiError } from '@darsi/client/api/api-error.ts'
import { keepsSiteData } from '@darsi/client/session/session.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { phoneTyped } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { PasswordInput, TextInput } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useRef, useState } from 'react'
import { withProof } from '../../proof-of-work.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useSending } from '../../use-sending.ts'
import { PostForm } from '../parts/post-form.tsx'
import { useTypedEarly } from '../parts/use-typed-early.ts'
import { type Challenge, challengeIn } from './challenge.ts'
import { Obstacle } from './obstacle.tsx'
import type { Entered } from './use-entry.ts'

type Credentials = { email: string; password: string }
type Props = Credentials & {
  /** Why the second step returned to this form. */
  returned: string | null
  onChange: (credentials: Credentials) => void
  onEntered: (entered: Entered) => void
  onFactorAsked: (challenge: Challenge) => void
}

/** Eight digits, with or without the prefix of the country. */
const isPhone = (typed: string): boolean => phoneTyped(typed) !== null
const identifierOf = (typed: string) => (isPhone(typed) ? { phone: typed.trim() } : { email: typed.trim() })

export function PasswordForm({ email, password, returned, onChange, onEntered, onFactorAsked }: Props) {
  const t = useTranslator(texts.login)
  const language = useLanguage()
  const href = useHref()
  const { api } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const { run, busy } = useSending()
  const [error, setError] = useState<ApiError | string | null>(returned)
  useTypedEarly(form, (typed) =>
    onChange({ email: typed['email'] ?? email, password: typed['password'] ?? password }),
  )

  // spec §5: typing clears the error
  const edit = (patch: Partial<Credentials>) => {
    setError(null)
    onChange({ email, password, ...patch })
  }

  async function send() {
    if (busy) return
    if (email.trim() === '' || password === '') {
      setError(formProblemTexts['fields-required'][language])
      return form.current
        ?.querySelector<HTMLInputElement>(email.trim() === '' ? '[name=email]' : '[name=password]')
        ?.focus()
    }
    // before the call, which would leave a session that nobody uses
    if (!keepsSiteData()) return setError(t('needsSiteData'))
    setError(null)
    const enter = async () =>
      onEntered(
        await withProof(api, (altcha) =>
          api.call('POST /auth/login', {
            body: { ...identifierOf(email), password, ...(altcha && { altcha }) },
          }),
        ),
      )
    await run(enter, (failure) => {
      const challenge = challengeIn(failure)
      if (challenge !== null) return onFactorAsked(challenge)
      setError(failure instanceof ApiError ? failure : t('failed'))
    })
  }

  return (
    <PostForm ref={form} onSubmit={send}>
      <noscript>{t('needsScript')}</noscript>
      {typeof error === 'string' && <Banner tone="danger">{error}</Banner>}
      {error instanceof ApiError && <Obstacle error={error} email={email} />}
      {error instanceof ApiError && error.code === 'LOGIN_FAILED' && isPhone(email) && (
        <p className="ds-small">{t('phoneShared')}</p>
      )}
      <Field label={t('email')} hint={t('emailHint')} required>
        <TextInput
          name="email"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="username"
          maxLength={320}
          value={email}
          onChange={(email) => edit({ email })}
        />
      </Field>
      <Field
        label={t('password')}
        hint={password !== password.trim() ? t('passwordBlank') : undefined}
        required
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          onChange={(password) => edit({ password })}
        />
      </Field>
      <Button type="submit" size="lg" full loading={busy}>
        {busy ? t('loggingIn') : t('logIn')}
      </Button>
      <div className="form-page-links">
        <a href={href('/forgot-password')}>{t('forgotPassword')}</a>
        <a href={href('/registration')}>{t('register')}</a>
      </div>
    </PostForm>
  )
}
