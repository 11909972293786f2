import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { WordsDialog } from '@darsi/client/dialogs/words-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { Alert, AlertViewer } from './alert.ts'
import { alertsTexts } from './texts.ts'

type Props = { api: ApiClient; alert: Alert; viewer: AlertViewer; onClose: () => void }

/** Closes an alert. Administrators describe what was done. */
export function ResolveDialog({ api, alert, viewer, onClose }: Props) {
  const t = useTranslator(alertsTexts)
  const resolve = async (note: string) => {
    const call = viewer === 'admin' ? 'POST /admin/alerts/:id/resolve' : 'POST /safety/alerts/:id/resolve'
    await api.call(call, { params: { id: alert.id }, body: { note } })
    invalidate(api, 'alert')
  }
  return (
    <WordsDialog
      draft={`resolve/${alert.id}`}
      title={t('resolveTitle')}
      confirm={t('resolve')}
      done={t('resolvedNow')}
      label={t('resolveNote')}
      missing={viewer === 'admin' ? t('noteMissing') : undefined}
      onWords={resolve}
      onClose={onClose}
    >
      <p>{t('resolveText')}</p>
    </WordsDialog>
  )
}
