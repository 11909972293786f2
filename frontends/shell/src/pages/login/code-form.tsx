import { ApiError } from '@darsi/client/api/api-error.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { ArrowStartIcon } from '@darsi/design/graphics/icons.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { failureText, useSending } from '../../use-sending.ts'
import { PostForm } from '../parts/post-form.tsx'
import type { Challenge } from './challenge.ts'
import type { Entered } from './use-entry.ts'

// loaded only to set up a second factor
const FactorSetup = retryableLazy(async () => {
  const { FactorSetup } = await import('@darsi/features/account/public.ts')
  return { default: FactorSetup }
})
const RecoveryCodes = retryableLazy(async () => {
  const { RecoveryCodes } = await import('@darsi/features/account/public.ts')
  return { default: RecoveryCodes }
})

type Props = {
  challenge: Challenge
  onEntered: (entered: Entered) => void
  /** Called with a message if the sign-in has to start again. */
  onBack: (message: string | null) => void
}

/** The second step of an account with a second factor: a code of the authenticator app, or a recovery code. */
export function CodeForm({ challenge, onEntered, onBack }: Props) {
  const t = useTranslator(texts.login)
  const { api } = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const { run, busy } = useSending()
  const [error, setError] = useState<string | null>(null)
  const [enrolled, setEnrolled] = useState<(Entered & { recoveryCodes: string[] }) | null>(null)

  useEffect(() => input.current?.focus(), [])

  async function send() {
    if (busy) return
    setError(null)
    const enter = async () => {
      const body = { challenge: challenge.token, code: code.trim() }
      const { recoveryCodes, ...entered } = await api.call('POST /auth/login/factor', { body })
      // the codes are shown once, so the sign-in continues only after they were saved
      if (recoveryCodes) setEnrolled({ ...entered, recoveryCodes })
      else onEntered(entered)
    }
    await run(enter, (failure) => {
      const message = failureText(failure, t('failed'))
      if (failure instanceof ApiError && failure.code === 'MFA_CHALLENGE_EXPIRED') return onBack(message)
      setError(message)
      input.current?.focus()
    })
  }

  if (enrolled) {
    return (
      <Suspense fallback={<Spinner />}>
        <RecoveryCodes codes={enrolled.recoveryCodes} onKept={() => onEntered(enrolled)} />
      </Suspense>
    )
  }
  return (
    <PostForm onSubmit={send}>
      {challenge.enrolment && (
        <Suspense fallback={<Spinner />}>
          <FactorSetup {...challenge.enrolment} />
        </Suspense>
      )}
      <Field
        label={t('code')}
        hint={challenge.enrolment ? t('firstCodeHint') : t('codeHint')}
        error={error}
        required
      >
        <TextInput
          ref={input}
          className="login-code"
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(text) => {
            setError(null)
            setCode(text)
          }}
        />
      </Field>
      <Button type="submit" size="lg" full loading={busy}>
        {t('verifyCode')}
      </Button>
      <Button variant="quiet" icon={ArrowStartIcon} onClick={() => onBack(null)}>
        {t('backToPassword')}
      </Button>
    </PostForm>
  )
}
