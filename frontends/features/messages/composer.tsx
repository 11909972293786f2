import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useDraft, withoutSent } from '@darsi/client/session/draft.ts'
import type { ContactRule } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ContactHint } from '../contact-hint/public.ts'
import { AddFiles, ChosenFileList, useFiles } from '../materials/public.ts'
import { texts } from '../texts.ts'

type Props = {
  api: ApiClient
  /** The key of the draft: its author and conversation. */
  draft: string
  rule: ContactRule
  /** The author's last texts, oldest first. */
  before: readonly string[]
  onSend: (message: { text: string; files: string[] }, idempotencyKey: string) => Promise<void>
}

/** Writes a message. A failure keeps the text, and a second attempt cannot send it twice. */
export function Composer({ api, draft, rule, before, onSend }: Props) {
  const t = useTranslator(texts.messages)
  // a draft is kept per conversation until it is sent
  const [text, setText] = useDraft(draft, '', { outlives: true })
  const { run, busy, error } = useAction()
  const attempt = useAttemptKey()
  const files = useFiles(api)
  const isEmpty = text.trim() === '' && files.ids.length === 0

  const send = async () => {
    const message = { text: text.trim(), files: files.ids }
    if (isEmpty || files.unfinished) return
    await run(async () => {
      await onSend(message, attempt.keyFor(message))
      attempt.renew()
      // text and files that were added meanwhile stay
      setText(withoutSent(text))
      for (const { key } of files.files) files.forget(key)
    })
  }
  return (
    <Form className="ds-composer" onSubmit={send}>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Field label={<span className="ds-hidden">{t('message')}</span>} className="ds-composer-field">
        <Textarea
          dir="auto"
          rows={1}
          maxLength={4000}
          placeholder={t('placeholder')}
          value={text}
          onChange={setText}
          submitsOnCtrlEnter
        />
      </Field>
      <ContactHint rule={rule} text={text} before={before} />
      <ChosenFileList files={files} />
      <div className="ds-composer-foot">
        <AddFiles files={files} />
        <span className="ds-composer-keys ds-soft ds-small">{t('hint')}</span>
        <Button type="submit" icon={SendIcon} loading={busy} disabled={isEmpty || files.unfinished}>
          {t('send')}
        </Button>
      </div>
    </Form>
  )
}
