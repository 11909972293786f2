import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'
import { PostForm } from '../parts/post-form.tsx'
import { useResend } from '../parts/resend/use-resend.ts'

/** Sends another mail, to the address of the link or to a typed one. */
export function ResendForm({ known }: { known: string }) {
  const t = useTranslator(texts.resend)
  const { resend, busy, outcome } = useResend()
  const [email, setEmail] = useState(known)
  useEffect(() => setEmail(known), [known])
  return (
    <PostForm
      onSubmit={(event) => {
        event.preventDefault()
        void resend(email)
      }}
    >
      <Field label={t('email')} hint={t('emailHint')}>
        <TextInput
          type="email"
          autoComplete="email"
          maxLength={320}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {outcome !== null && <Banner tone={outcome.tone}>{outcome.message}</Banner>}
      <Button type="submit" variant="secondary" full loading={busy}>
        {t('resend')}
      </Button>
    </PostForm>
  )
}
