import { formProblems } from '@darsi/contracts/form-problems.ts'
import { isEmail } from '@darsi/contracts/registration-rules.ts'
import { ApiError } from '@darsi/ui/api-error.ts'
import { Banner } from '@darsi/ui/banner.tsx'
import { Button, LinkButton } from '@darsi/ui/button.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { TextInput } from '@darsi/ui/input.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { headOf } from '../../page.ts'
import { useHref, useSite } from '../../site.tsx'
import { FormPage } from '../parts/form-page.tsx'
import { withProof } from '../parts/proof-of-work.ts'
import { useTypedEarly } from '../parts/use-typed-early.ts'
import { Confirmation } from './confirmation.tsx'
import { texts } from './texts.ts'

export const head = headOf(texts)

export function Page() {
  const t = useTranslator(texts)
  const language = useLanguage()
  const href = useHref()
  const { api } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ message: string } | null>(null)
  useTypedEarly(form, (typed) => setEmail(typed['email'] ?? ''))

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const address = email.trim()
    const slug =
      address === '' ? 'forgot-address-missing' : isEmail(address) ? null : 'forgot-address-invalid'
    setWrong(slug === null ? null : formProblems[slug][language])
    setFailure(null)
    if (slug !== null) return input.current?.focus()
    setBusy(true)
    try {
      const { message } = await withProof(api, (altcha) =>
        api.call('POST /auth/forgot-password', { body: { email: address, ...(altcha && { altcha }) } }),
      )
      setSent({ message: message ?? t('sent') })
    } catch (error) {
      setFailure(error instanceof ApiError && error.status < 500 ? error.message : t('failed'))
    } finally {
      setBusy(false)
    }
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
      <form
        ref={form}
        className="form-page-form"
        method="post"
        noValidate
        onSubmit={(event) => void send(event)}
      >
        <noscript>{t('needsScript')}</noscript>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        <Field label={t('email')} error={wrong} required>
          <TextInput
            ref={input}
            name="email"
            type="email"
            autoComplete="username"
            maxLength={320}
            value={email}
            onChange={(event) => {
              setWrong(null)
              setFailure(null)
              setEmail(event.target.value)
            }}
          />
        </Field>
        <Button type="submit" size="lg" full loading={busy}>
          {t('send')}
        </Button>
        <LinkButton variant="quiet" href={href('/login')}>
          {t('backToLogin')}
        </LinkButton>
        <p className="ds-soft ds-small">{t('help')}</p>
      </form>
    </FormPage>
  )
}
