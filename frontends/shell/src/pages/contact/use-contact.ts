import { ApiError } from '@darsi/client/api/api-error.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { isKeyOf } from '@darsi/contracts/reference/choices.ts'
import {
  type ContactSubject,
  type ContactUserType,
  contactProblems,
  contactSubjects,
} from '@darsi/contracts/rules/texts/contact.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { withProof } from '../../proof-of-work.ts'
import { useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useSending } from '../../use-sending.ts'

type ContactDraft = {
  name: string
  email: string
  phone: string
  userType: ContactUserType | ''
  subject: ContactSubject | ''
  message: string
}
/** The message that a link of the page begins; a typed message is kept. */
export type Opening = { message: string }
type Errors = Readonly<Record<string, string>>

const empty: ContactDraft = { name: '', email: '', phone: '', userType: '', subject: '', message: '' }

/** The message form. The text stays until it was sent, then the form is cleared (spec §4). */
export function useContact(opening: Opening) {
  const t = useTranslator(texts.contact)
  const language = useLanguage()
  const { api } = useSite()
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const { run, busy } = useSending()
  const attempt = useAttemptKey()

  useEffect(() => {
    setSent(null)
    setValues((all) => (all.message.trim() === '' ? { ...all, message: opening.message } : all))
  }, [opening])

  /** The input from before hydration, and the subject from the link. */
  function start(typed: Readonly<Record<string, string>>) {
    const subject = new URLSearchParams(location.search).get('subject')
    const { name, email, phone, message: early } = typed
    setValues((all) => ({
      ...all,
      name: name ?? all.name,
      email: email ?? all.email,
      phone: phone ?? all.phone,
      message: early ?? all.message,
      ...(isKeyOf<ContactSubject>(contactSubjects, subject) && { subject }),
    }))
  }

  function change(patch: Partial<ContactDraft>) {
    setValues({ ...values, ...patch })
    setSent(null)
    setFailure(null)
    setErrors(Object.fromEntries(Object.entries(errors).filter(([path]) => !(path in patch))))
  }

  function refuse(found: Errors, sentence: string | null) {
    setErrors(found)
    setFailure(sentence)
  }

  async function send() {
    if (busy) return
    setSent(null)
    const problems = contactProblems(values)
    if (problems.length > 0) {
      const missing = problems.some(({ code }) => code === 'contact-fields-required')
      const at = problems.map(({ path, code }) => [
        path,
        code === 'email-invalid' ? formProblemTexts[code][language] : t('missing'),
      ])
      const slug = missing ? 'contact-fields-required' : 'email-invalid'
      return refuse(Object.fromEntries(at), formProblemTexts[slug][language])
    }
    refuse({}, null)
    const post = async () => {
      const { message: answer } = await withProof(api, (altcha) =>
        api.call('POST /contact', {
          body: { ...values, ...(altcha && { altcha }) },
          idempotencyKey: attempt.keyFor(values),
        }),
      )
      attempt.renew()
      setValues(empty)
      setSent(answer ?? t('sent'))
    }
    await run(post, (error) => {
      if (!(error instanceof ApiError)) return refuse({}, t('failed'))
      refuse(Object.fromEntries(error.errors.map(({ path, message: text }) => [path, text])), error.message)
    })
  }

  return { values, change, send, start, failure, sent, busy, errorAt: (path: string) => errors[path] }
}
