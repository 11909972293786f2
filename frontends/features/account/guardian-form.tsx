import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { GuardianInvitation } from '@darsi/contracts/calls/users/children-api.ts'
import {
  isLanguage,
  type Language,
  languageNames,
  languages,
  pathIn,
} from '@darsi/contracts/reference/languages.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { formatDate, formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

type Draft = { email: string; language: Language | '' }

/**
 * A minor enters a guardian's address, and the server mails the guardian a link (`POST /me/guardian`). Afterwards the
 * student sees the address and the date, and can send the mail again or to another address without typing it twice.
 */
export function GuardianForm({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.account)
  const invitation = useCall(api, 'GET /me/guardian')
  const [asksAnother, setAsksAnother] = useState(false)
  const [language, setLanguage] = useState<Draft['language']>('')
  const { run, busy, error, clear } = useAction()
  const send = (email: string) =>
    run(async () => {
      await api.call('POST /me/guardian', { body: { email, ...(language !== '' && { language }) } })
      setAsksAnother(false)
      invitation.reload()
    })
  if (invitation.data === null)
    return (
      <LoadedPanel of={invitation} shape="text">
        {() => null}
      </LoadedPanel>
    )
  const sent = invitation.data.data
  // an accepted link has no address to which it could be sent again
  const isOver = sent?.state === 'expired' && sent.email === ''
  const back = () => {
    setAsksAnother(false)
    clear()
  }
  const choice = <MailLanguage value={language} onChange={setLanguage} />
  if (sent && !isOver && !asksAnother)
    return (
      <Sent sent={sent} error={error} busy={busy} onAgain={send} onOther={() => setAsksAnother(true)}>
        {choice}
      </Sent>
    )
  return (
    <>
      {isOver && <Banner tone="warning">{t('guardianEnded')}</Banner>}
      <AddressForm error={error} busy={busy} onSend={send} onBack={sent && !isOver ? back : null}>
        {choice}
      </AddressForm>
    </>
  )
}

type Sending = { error: string | null; busy: boolean; children: React.ReactNode }

function AddressForm({
  error,
  busy,
  onSend,
  onBack,
  children,
}: Sending & { onSend: (email: string) => Promise<unknown>; onBack: (() => void) | null }) {
  const t = useTranslator(texts.account)
  const [email, setEmail] = useState('')
  return (
    <Form onSubmit={() => onSend(email.trim())}>
      <Field label={t('guardianEmail')} error={error}>
        <TextInput type="email" autoComplete="off" maxLength={254} value={email} onChange={setEmail} />
      </Field>
      {children}
      <div className="ds-row">
        <Button type="submit" variant="secondary" loading={busy}>
          {t('guardianSend')}
        </Button>
        {onBack !== null && (
          <Button variant="quiet" disabled={busy} onClick={onBack}>
            {t('guardianBack')}
          </Button>
        )}
      </div>
    </Form>
  )
}

type SentProps = Sending & {
  sent: GuardianInvitation
  onAgain: (email: string) => Promise<unknown>
  onOther: () => void
}

function Sent({ sent, error, busy, onAgain, onOther, children }: SentProps) {
  const t = useTranslator(texts.account)
  const language = useLanguage()
  const when = formatDateTime(sent.sentAt, language)
  const until = formatDate(sent.expiresAt, language)
  if (sent.state === 'used') return <Banner tone="success">{t('guardianAccepted')}</Banner>
  const isExpired = sent.state === 'expired'
  return (
    <div className="ds-stack">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Banner tone={isExpired ? 'warning' : 'success'} live="status">
        {isExpired
          ? t('guardianExpired', { email: sent.email, until })
          : t('guardianSent', { email: sent.email, when, until })}
      </Banner>
      {children}
      <div className="ds-row">
        <Button variant="secondary" loading={busy} onClick={() => void onAgain(sent.email)}>
          {t('guardianAgain')}
        </Button>
        <LinkButton
          variant="secondary"
          href={whatsAppLink(t('guardianShareText'), location.origin, language)}
          target="_blank"
          rel="noreferrer"
        >
          {t('guardianShare')}
        </LinkButton>
        <Button variant="quiet" onClick={onOther}>
          {t('guardianOther')}
        </Button>
      </div>
    </div>
  )
}

function MailLanguage({
  value,
  onChange,
}: {
  value: Draft['language']
  onChange: (value: Draft['language']) => void
}) {
  const t = useTranslator(texts.account)
  return (
    <Field label={t('guardianLanguage')}>
      <Select
        value={value}
        placeholder={t('guardianBothLanguages')}
        options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        onChange={(chosen) => onChange(isLanguage(chosen) ? chosen : '')}
      />
    </Field>
  )
}

/**
 * Shares the address of the page, never the invitation: the mailed link proves that the guardian owns the address, so
 * the student must not have it. The text names nobody, because WhatsApp belongs to another company.
 */
function whatsAppLink(text: string, origin: string, language: Language): string {
  const url = new URL('https://wa.me/')
  url.searchParams.set('text', `${text} ${origin}${pathIn(language, '/guardian')}`)
  return url.href
}
