import { useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { useToast } from '../toast.tsx'
import type { Alert, AlertViewer } from './alert.ts'
import { alertsTexts } from './alerts-texts.ts'

type Props = { api: ApiClient; alert: Alert; viewer: AlertViewer; onClose: () => void }

/** Closes an alert; administrators say what was done. */
export function ResolveDialog({ api, alert, viewer, onClose }: Props) {
  const t = useTranslator(alertsTexts)
  const toast = useToast()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isMissing = viewer === 'admin' && note.trim() === ''
  const submit = async () => {
    setTried(true)
    if (isMissing) return
    setBusy(true)
    setError(null)
    const call = viewer === 'admin' ? 'POST /admin/alerts/:id/resolve' : 'POST /safety/alerts/:id/resolve'
    try {
      await api.call(call, { params: { id: alert.id }, body: { note: note.trim() } })
      announce('alerts')
      toast(t('resolvedNow'))
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('resolveTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button loading={busy} onClick={() => void submit()}>
            {t('resolve')}
          </Button>
        </>
      }
    >
      <p>{t('resolveText')}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
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
    </Dialog>
  )
}
