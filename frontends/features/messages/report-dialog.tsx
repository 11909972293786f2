import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { messagesTexts } from './texts.ts'

type Props = {
  api: ApiClient
  threadId: string
  /** Null to report the whole conversation. */
  messageId: string | null
  onClose: () => void
}

export function ReportDialog({ api, threadId, messageId, onClose }: Props) {
  const t = useTranslator(messagesTexts)
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
      onText={(reason) =>
        api.call('POST /threads/:id/report', {
          params: { id: threadId },
          body: { reason, ...(messageId !== null && { messageId }) },
        })
      }
      onClose={onClose}
    >
      <p>{t('reportText')}</p>
    </TextDialog>
  )
}
