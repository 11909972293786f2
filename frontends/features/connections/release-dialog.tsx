import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { Connection } from './connection.ts'

type Props = { api: ApiClient; connection: Connection; onClose: () => void }

/** Asks a guardian before the teacher reads the held text of a request. */
export function ReleaseDialog({ api, connection, onClose }: Props) {
  const t = useTranslator(texts.connections)
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      title={t('releaseTitle')}
      confirmLabel={t('release')}
      onConfirm={async () => {
        await api.call('POST /connections/:id/release', { params: { id: connection.id } })
        invalidate(api, 'connection')
        toast(t('releaseDone'))
        onClose()
      }}
      onCancel={onClose}
    >
      {t('releaseText', { name: connection.teacher.name })}
    </ConfirmDialog>
  )
}
