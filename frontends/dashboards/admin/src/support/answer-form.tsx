import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useDraft, withoutSent } from '@darsi/client/session/draft.ts'
import type { Ticket } from '@darsi/contracts/calls/admin/tickets-api.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'

type Props = { api: ApiClient; ticket: Ticket; onAnswered: (ticket: Ticket) => void }

/** The answer, which is sent by mail. A refusal keeps the typed text. */
export function AnswerForm({ api, ticket, onAnswered }: Props) {
  const t = useTranslator(texts.admin)
  // the text stays when the ticket leaves the list because another administrator answered it
  const [draft, setDraft] = useDraft(`ticket/${ticket.id}`, '', { outlives: true })
  const [tried, setTried] = useState(false)
  const { run, busy, error } = useAction()
  const text = draft.trim()
  const send = async () => {
    setTried(true)
    if (text === '') return
    await run(async () => {
      const params = { id: ticket.id }
      // a second answer of another administrator, or of a repeated press, would be mailed too
      const body = { text, seenAnswers: ticket.answers.length }
      const { data } = await api.call('POST /admin/tickets/:id/answer', { params, body })
      setDraft(withoutSent(draft))
      setTried(false)
      onAnswered(data)
    }, t('answerSent'))
  }
  return (
    <Form onSubmit={send}>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Field
        label={t('answerLabel')}
        hint={t('answerHint')}
        required
        error={tried && text === '' ? t('answerMissing') : undefined}
      >
        <Textarea dir="auto" rows={5} maxLength={5000} value={draft} onChange={setDraft} submitsOnCtrlEnter />
      </Field>
      <div className="ds-row">
        <Button type="submit" size="sm" icon={SendIcon} loading={busy}>
          {t('sendAnswer')}
        </Button>
      </div>
    </Form>
  )
}
