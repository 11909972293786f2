import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { Alert } from './alert.ts'

type Props = { api: ApiClient; alert: Alert; onClose: () => void }

/** Closes an alert of the guardian's own. */
export function ResolveDialog({ api, alert, onClose }: Props) {
  const t = useTranslator(texts.alerts)
  const resolve = async (note: string) => {
    await api.call('POST /safety/alerts/:id/resolve', { params: { id: alert.id }, body: { note } })
    invalidate(api, 'alert')
  }
  return (
    <TextDialog
      draft={`resolve/${alert.id}`}
      title={t('resolveTitle')}
      confirm={t('resolve')}
      done={t('resolvedNow')}
      label={t('resolveNote')}
      hint={t('resolveShared')}
      onText={resolve}
      onClose={onClose}
    >
      <p>{t('resolveText')}</p>
    </TextDialog>
  )
}
