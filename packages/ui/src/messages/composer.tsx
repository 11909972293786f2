import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { SendIcon } from '../icons.tsx'
import { Textarea } from '../input.tsx'
import { messagesTexts } from './messages-texts.ts'

// what is begun in one conversation is still there when one comes back to it, and nobody else's
const drafts = new Map<string, string>()

type Props = {
  /** Whose draft in which conversation. */
  draft: string
  onSend: (text: string, idempotencyKey: string) => Promise<void>
}

/** Writes a message; a failure keeps the text, and a second try cannot send it twice. */
export function Composer({ draft, onSend }: Props) {
  const t = useTranslator(messagesTexts)
  const [text, setText] = useState(() => drafts.get(draft) ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = useRef<{ text: string; key: string } | null>(null)

  const change = (next: string) => {
    setText(next)
    if (next === '') drafts.delete(draft)
    else drafts.set(draft, next)
  }
  const send = async () => {
    const written = text.trim()
    if (written === '' || busy) return
    if (attempt.current?.text !== written) attempt.current = { text: written, key: newKey() }
    setBusy(true)
    setError(null)
    try {
      await onSend(written, attempt.current.key)
      attempt.current = null
      change('')
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
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
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
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
