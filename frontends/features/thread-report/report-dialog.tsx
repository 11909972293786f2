import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

export type Reported = NonNullable<Api['POST /threads/:id/report']['body']['about']>
type Props = {
  api: ApiClient
  threadId: string
  /** Null to report the whole conversation. */
  about: Reported | null
  onClose: () => void
}

const titles = {
  message: 'reportMessage',
  homework: 'reportHomework',
  'hand-in': 'reportHandIn',
  mark: 'reportMark',
  lesson: 'report',
} as const

export function ReportDialog({ api, threadId, about, onClose }: Props) {
  const t = useTranslator(texts.messages)
  const { keyFor } = useAttemptKey()
  return (
    <TextDialog
      draft={`report/${about ? `${about.kind}/${about.id}` : threadId}`}
      title={t(about === null ? 'report' : titles[about.kind])}
      confirm={t('reportSend')}
      done={t('reported')}
      danger
      label={t('reportReason')}
      missing={t('reasonMissing')}
      maxLength={1000}
      onText={(reason) => {
        const body = { reason, ...(about !== null && { about }) }
        const call = { params: { id: threadId }, body, idempotencyKey: keyFor(body) }
        return api.call('POST /threads/:id/report', call)
      }}
      onClose={onClose}
    >
      <p>{t('reportText')}</p>
    </TextDialog>
  )
}
