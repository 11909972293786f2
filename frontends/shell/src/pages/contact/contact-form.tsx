import { contactSubjects, contactUserTypes } from '@darsi/contracts/rules/texts/contact.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { binder } from '@darsi/design/forms/bind.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { optionsOf } from '@darsi/design/forms/choice-options.ts'
import { Field, focusFirstInvalid } from '@darsi/design/forms/field.tsx'
import { Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { useTypedEarly } from '../parts/use-typed-early.ts'
import { type Opening, useContact } from './use-contact.ts'

/** spec §3, §5: phone is optional, everything else is required. */
export function ContactForm({ opening }: { opening: Opening }) {
  const t = useTranslator(texts.contact)
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(0)
  const contact = useContact(opening)
  const { values, change, errorAt, failure, sent, busy } = contact
  useTypedEarly(form, contact.start)

  useEffect(() => {
    if (asked === 0 || form.current === null) return
    if (form.current.querySelector('[aria-invalid="true"]')) focusFirstInvalid(form.current)
    else notice.current?.focus()
  }, [asked])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    await contact.send()
    setAsked((count) => count + 1)
  }

  const bind = binder(values, change)
  return (
    <form ref={form} className="contact-form" method="post" noValidate onSubmit={(event) => void send(event)}>
      <noscript>{t('needsScript')}</noscript>
      {(sent !== null || failure !== null) && (
        <div ref={notice} tabIndex={-1}>
          {sent !== null && <Banner tone="success">{sent}</Banner>}
          {failure !== null && <Banner tone="danger">{failure}</Banner>}
        </div>
      )}
      <div className="contact-pair">
        <Field label={t('name')} error={errorAt('name')} required>
          <TextInput name="name" autoComplete="name" maxLength={120} {...bind('name')} />
        </Field>
        <Field label={t('emailAddress')} error={errorAt('email')} required>
          <TextInput name="email" type="email" autoComplete="email" maxLength={254} {...bind('email')} />
        </Field>
        <Field label={t('phoneNumber')} error={errorAt('phone')} optional>
          <TextInput name="phone" type="tel" autoComplete="tel" maxLength={40} {...bind('phone')} />
        </Field>
        <Field label={t('userType')} error={errorAt('userType')} required>
          <Select options={optionsOf(contactUserTypes, language)} {...bind('userType')} />
        </Field>
      </div>
      <Field label={t('subject')} error={errorAt('subject')} required>
        <Select options={optionsOf(contactSubjects, language)} {...bind('subject')} />
      </Field>
      <Field label={t('message')} hint={t('messageHint')} error={errorAt('message')} required>
        <Textarea name="message" rows={6} maxLength={5000} {...bind('message')} />
      </Field>
      <div>
        <Button type="submit" size="lg" icon={SendIcon} loading={busy}>
          {busy ? t('sending') : t('send')}
        </Button>
      </div>
    </form>
  )
}
