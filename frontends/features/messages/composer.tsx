import { useDraft } from '@darsi/client/session/draft.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { messagesTexts } from './texts.ts'

type Props = {
  /** The key of the draft: its author and conversation. */
  draft: string
  onSend: (text: string, idempotencyKey: string) => Promise<void>
}

/** Writes a message. A failure keeps the text, and a second attempt cannot send it twice. */
export function Composer({ draft, onSend }: Props) {
  const t = useTranslator(messagesTexts)
  // a draft is kept per conversation until it is sent
  const [text, setText] = useDraft(draft, '', { outlives: true })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = useRef<{ text: string; key: string } | null>(null)

  const send = async () => {
    const written = text.trim()
    if (written === '' || busy) return
    if (attempt.current?.text !== written) attempt.current = { text: written, key: newKey() }
    setBusy(true)
    setError(null)
    try {
      await onSend(written, attempt.current.key)
      attempt.current = null
      setText('')
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="ds-composer" onSubmit={submit}>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Field label={<span className="ds-hidden">{t('message')}</span>} className="ds-composer-field">
        <Textarea
          dir="auto"
          rows={2}
          maxLength={4000}
          placeholder={t('placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          submitsOnCtrlEnter
        />
      </Field>
      <div className="ds-composer-foot">
        <span className="ds-composer-keys ds-soft ds-small">{t('hint')}</span>
        <Button type="submit" icon={SendIcon} loading={busy} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

// randomUUID exists only on https and localhost
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
