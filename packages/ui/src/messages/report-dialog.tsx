import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import type { ApiClient } from '../api-client.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { messagesTexts } from './messages-texts.ts'

type Props = {
  api: ApiClient
  threadId: string
  /** Null for the conversation as a whole. */
  messageId: string | null
  onClose: () => void
}

export function ReportDialog({ api, threadId, messageId, onClose }: Props) {
  const t = useTranslator(messagesTexts)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const report = () => {
    setTried(true)
    if (reason.trim() === '') return null
    return api.call('POST /threads/:id/report', {
      params: { id: threadId },
      body: { reason: reason.trim(), ...(messageId !== null && { messageId }) },
    })
  }
  return (
    <ActionDialog
      title={t(messageId === null ? 'report' : 'reportMessage')}
      confirm={t('reportSend')}
      done={t('reported')}
      danger
      send={report}
      onClose={onClose}
    >
      <p>{t('reportText')}</p>
      <Field
        label={t('reportReason')}
        required
        error={tried && reason.trim() === '' ? t('reasonMissing') : undefined}
      >
        <Textarea
          dir="auto"
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
