import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { useDraft } from '@darsi/client/session/draft.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { messagesTexts } from './texts.ts'

type Props = {
  api: ApiClient
  threadId: string
  /** Null for the conversation as a whole. */
  messageId: string | null
  onClose: () => void
}

export function ReportDialog({ api, threadId, messageId, onClose }: Props) {
  const t = useTranslator(messagesTexts)
  const [reason, setReason] = useDraft(`report/${messageId ?? threadId}`, '')
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
