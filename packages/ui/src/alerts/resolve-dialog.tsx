import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { useTranslator } from '../i18n.tsx'
import { WordsDialog } from '../words-dialog.tsx'
import type { Alert, AlertViewer } from './alert.ts'
import { alertsTexts } from './alerts-texts.ts'

type Props = { api: ApiClient; alert: Alert; viewer: AlertViewer; onClose: () => void }

/** Closes an alert; administrators say what was done. */
export function ResolveDialog({ api, alert, viewer, onClose }: Props) {
  const t = useTranslator(alertsTexts)
  const resolve = async (note: string) => {
    const call = viewer === 'admin' ? 'POST /admin/alerts/:id/resolve' : 'POST /safety/alerts/:id/resolve'
    await api.call(call, { params: { id: alert.id }, body: { note } })
    announce('alerts')
  }
  return (
    <WordsDialog
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
