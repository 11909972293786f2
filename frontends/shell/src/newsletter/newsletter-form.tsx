import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type FormEvent, useId, useRef, useState } from 'react'
import { withProof } from '../proof-of-work.ts'
import { useSite } from '../site.tsx'
import { texts } from '../texts.ts'
import { failureText, useSending } from '../use-sending.ts'
import './newsletter-form.css'

type Said = { good: boolean; message: string }

/** One field and one button. The field is uncontrolled, so text typed before hydration is kept. */
export function NewsletterForm() {
  const t = useTranslator(texts.frame)
  const { api } = useSite()
  const id = useId()
  const address = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const { run, busy } = useSending()
  const failed = said?.good === false

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const send = async () => {
      setSaid(null)
      const body = { email: String(typed.get('email')), website: String(typed.get('website')) }
      const { message = '' } = await withProof(api, (altcha) =>
        api.call('POST /newsletter', { body: { ...body, ...(altcha && { altcha }) } }),
      )
      setSaid({ good: true, message })
      form.reset()
    }
    await run(send, (error) => {
      setSaid({ good: false, message: failureText(error, t('unexpectedError')) })
      address.current?.focus()
    })
  }

  return (
    <form className="newsletter" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{t('newsletterAddress')}</label>
      <div className="newsletter-row">
        <input
          ref={address}
          id={id}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={254}
          required
          placeholder="amal@example.tn"
          aria-invalid={failed || undefined}
          aria-describedby={`${id}-said`}
        />
        <button type="submit" className="chrome-button chrome-button-strong" aria-busy={busy || undefined}>
          {t('newsletterJoin')}
        </button>
      </div>
      {/* invisible to people; bots fill it in */}
      <input className="newsletter-trap" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <p id={`${id}-said`} role="status" className={failed ? 'newsletter-failed' : 'newsletter-said'}>
        {said?.message ?? t('newsletterPromise')}
      </p>
    </form>
  )
}
