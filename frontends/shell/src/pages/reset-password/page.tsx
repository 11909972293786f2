import { ApiError } from '@darsi/client/api/api-error.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import {
  maxPasswordLength,
  minPasswordLength,
} from '@darsi/contracts/rules/registration/registration-rules.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { PasswordInput } from '@darsi/design/forms/input.tsx'
import { ErrorScene, MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { forgetMailedLink, type MailedLink, takeMailedLink } from '../../links/link-token.ts'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useSending } from '../../use-sending.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PostForm } from '../parts/post-form.tsx'

export const head = headOf(texts.resetPassword)

/** Completes a forgotten password (docs/accounts.md): the link's token and a new password. */
export function Page() {
  const t = useTranslator(texts.resetPassword)
  const href = useHref()
  const [link, setLink] = useState<MailedLink | null | undefined>(undefined)
  const [refused, setRefused] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  useEffect(() => setLink(takeMailedLink()), [])

  if (done !== null) {
    return (
      <FormPage title={t('doneTitle')} picture={<MailScene />}>
        <Banner tone="success">{done}</Banner>
        <LinkButton size="lg" full href={href('/login')}>
          {t('goToLogin')}
        </LinkButton>
      </FormPage>
    )
  }
  if (link === null || refused !== null) {
    return (
      <FormPage title={t('badTitle')} picture={<ErrorScene />}>
        <Banner tone="danger">{refused ?? t('bad')}</Banner>
        <LinkButton size="lg" full href={href('/forgot-password')}>
          {t('askAgain')}
        </LinkButton>
      </FormPage>
    )
  }
  return (
    <FormPage title={t('title')} lead={t('lead')}>
      <PasswordForm
        token={link?.token ?? ''}
        onRefused={setRefused}
        onDone={(message) => {
          forgetMailedLink()
          setDone(message)
        }}
      />
    </FormPage>
  )
}

type FormProps = { token: string; onRefused: (message: string) => void; onDone: (message: string) => void }

function PasswordForm({ token, onRefused, onDone }: FormProps) {
  const t = useTranslator(texts.resetPassword)
  const language = useLanguage()
  const { api } = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { run, busy } = useSending()

  const refuse = (message: string) => {
    setWrong(message)
    input.current?.focus()
  }

  async function send() {
    if (busy) return
    setFailure(null)
    const length = [...password].length
    if (length < minPasswordLength) return refuse(formProblemTexts['password-too-short'][language])
    if (length > maxPasswordLength) return refuse(formProblemTexts['password-too-long'][language])
    const save = async () => {
      const { message } = await api.call('POST /auth/reset-password', { body: { token, password } })
      onDone(message ?? t('done'))
    }
    await run(save, (error) => {
      if (!(error instanceof ApiError)) return setFailure(t('failed'))
      if (error.code === 'RESET_LINK_INVALID' || error.code === 'LINK_REPLACED')
        return onRefused(error.message)
      if (error.code?.includes('PASSWORD_')) return refuse(error.message)
      setFailure(error.message)
    })
  }

  return (
    <PostForm onSubmit={send}>
      <noscript>{t('needsScript')}</noscript>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Field label={t('password')} hint={t('passwordHint')} error={wrong} required>
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="new-password"
          maxLength={1024}
          value={password}
          onChange={(text) => {
            setWrong(null)
            setPassword(text)
          }}
        />
      </Field>
      <Button type="submit" size="lg" full loading={busy}>
        {t('save')}
      </Button>
    </PostForm>
  )
}
