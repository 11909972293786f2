import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Props = {
  api: ApiClient
  threadId: string
  /** Null to report the whole conversation. */
  messageId: string | null
  onClose: () => void
}

export function ReportDialog({ api, threadId, messageId, onClose }: Props) {
  const t = useTranslator(texts.messages)
  const { keyFor } = useAttemptKey()
  return (
    <TextDialog
      draft={`report/${messageId ?? threadId}`}
      title={t(messageId === null ? 'report' : 'reportMessage')}
      confirm={t('reportSend')}
      done={t('reported')}
      danger
      label={t('reportReason')}
      missing={t('reasonMissing')}
      maxLength={1000}
      onText={(reason) => {
        const body = { reason, ...(messageId !== null && { messageId }) }
        const call = { params: { id: threadId }, body, idempotencyKey: keyFor(body) }
        return api.call('POST /threads/:id/report', call)
      }}
      onClose={onClose}
    >
      <p>{t('reportText')}</p>
    </TextDialog>
  )
}
