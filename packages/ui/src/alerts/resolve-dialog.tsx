import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import type { Alert, AlertViewer } from './alert.ts'
import { alertsTexts } from './alerts-texts.ts'

type Props = { api: ApiClient; alert: Alert; viewer: AlertViewer; onClose: () => void }

/** Closes an alert; administrators say what was done. */
export function ResolveDialog({ api, alert, viewer, onClose }: Props) {
  const t = useTranslator(alertsTexts)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const isMissing = viewer === 'admin' && note.trim() === ''
  const resolve = async () => {
    const call = viewer === 'admin' ? 'POST /admin/alerts/:id/resolve' : 'POST /safety/alerts/:id/resolve'
    await api.call(call, { params: { id: alert.id }, body: { note: note.trim() } })
    announce('alerts')
  }
  return (
    <ActionDialog
      title={t('resolveTitle')}
      confirm={t('resolve')}
      done={t('resolvedNow')}
      send={() => {
        setTried(true)
        return isMissing ? null : resolve()
      }}
      onClose={onClose}
    >
      <p>{t('resolveText')}</p>
      <Field
        label={t('resolveNote')}
        required={viewer === 'admin'}
        error={tried && isMissing ? t('noteMissing') : undefined}
      >
        <Textarea
          dir="auto"
          rows={3}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
