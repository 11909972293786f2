import { ApiError } from '@darsi/client/api/api-error.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { isEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Ref, useEffect, useRef, useState } from 'react'
import { headOf } from '../../page-module.ts'
import { withProof } from '../../proof-of-work.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useSending } from '../../use-sending.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PostForm } from '../parts/post-form.tsx'
import { Steps } from '../parts/sections/steps.tsx'
import { useTypedEarly } from '../parts/use-typed-early.ts'

export const head = headOf(texts.forgotPassword)

export function Page() {
  const t = useTranslator(texts.forgotPassword)
  const language = useLanguage()
  const href = useHref()
  const { api } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { run, busy } = useSending()
  const [sent, setSent] = useState<{ message: string } | null>(null)
  useTypedEarly(form, (typed) => setEmail(typed['email'] ?? ''))

  async function send() {
    if (busy) return
    const address = email.trim()
    const slug =
      address === '' ? 'forgot-address-missing' : isEmail(address) ? null : 'forgot-address-invalid'
    setWrong(slug === null ? null : formProblemTexts[slug][language])
    setFailure(null)
    if (slug !== null) return input.current?.focus()
    const ask = async () => {
      const { message } = await withProof(api, (altcha) =>
        api.call('POST /auth/forgot-password', { body: { email: address, ...(altcha && { altcha }) } }),
      )
      setSent({ message: message ?? t('sent') })
    }
    await run(ask, (error) =>
      setFailure(error instanceof ApiError && error.status < 500 ? error.message : t('failed')),
    )
  }

  if (sent !== null) {
    return (
      <Confirmation
        email={email.trim()}
        message={sent.message}
        onReset={() => {
          setSent(null)
          setEmail('')
        }}
      />
    )
  }
  return (
    <FormPage title={t('title')} lead={t('lead')}>
      <PostForm ref={form} onSubmit={send}>
        <noscript>{t('needsScript')}</noscript>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        <EmailField
          ref={input}
          email={email}
          error={wrong}
          onChange={(typed) => {
            setWrong(null)
            setFailure(null)
            setEmail(typed)
          }}
        />
        <Button type="submit" size="lg" full loading={busy}>
          {t('send')}
        </Button>
        <LinkButton variant="quiet" href={href('/login')}>
          {t('backToLogin')}
        </LinkButton>
        <p className="ds-soft ds-small">{t('help')}</p>
      </PostForm>
    </FormPage>
  )
}

type EmailProps = {
  ref: Ref<HTMLInputElement>
  email: string
  error: string | null
  onChange: (email: string) => void
}

function EmailField({ ref, email, error, onChange }: EmailProps) {
  const t = useTranslator(texts.forgotPassword)
  return (
    <Field label={t('email')} error={error} required>
      <TextInput
        ref={ref}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={320}
        value={email}
        onChange={onChange}
      />
    </Field>
  )
}

type Props = { email: string; message: string; onReset: () => void }

/** spec §2: three steps, another address, back to the login. */
function Confirmation({ email, message, onReset }: Props) {
  const t = useTranslator(texts.forgotPassword)
  const href = useHref()
  const sent = useRef<HTMLDivElement>(null)
  useEffect(() => sent.current?.focus(), [])
  return (
    <FormPage title={t('sentTitle')} lead={message} picture={<MailScene />}>
      <div ref={sent} tabIndex={-1}>
        <Steps
          steps={[
            { title: t('step1', { email }), text: t('step1Text') },
            { title: t('step2'), text: t('step2Text') },
            { title: t('step3'), text: t('step3Text') },
          ]}
        />
      </div>
      <div className="form-page-actions">
        <LinkButton full href={href('/login')}>
          {t('backToLogin')}
        </LinkButton>
        <Button full variant="secondary" onClick={onReset}>
          {t('tryDifferent')}
        </Button>
      </div>
      <p className="ds-soft ds-small">{t('help')}</p>
    </FormPage>
  )
}
