import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { useToast } from '../toast.tsx'
import { messagesTexts } from './messages-texts.ts'

type Props = {
  api: ApiClient
  threadId: string
  /** Null for the conversation as a whole. */
  messageId: string | null
  onClose: () => void
}

export function ReportDialog({ api, threadId, messageId, onClose }: Props) {
  const t = useTranslator(messagesTexts)
  const toast = useToast()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    setTried(true)
    if (reason.trim() === '') return
    setBusy(true)
    setError(null)
    try {
      await api.call('POST /threads/:id/report', {
        params: { id: threadId },
        body: { reason: reason.trim(), ...(messageId !== null && { messageId }) },
      })
      toast(t('reported'))
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
      title={t(messageId === null ? 'report' : 'reportMessage')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant="danger" loading={busy} onClick={() => void submit()}>
            {t('reportSend')}
          </Button>
        </>
      }
    >
      <p>{t('reportText')}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
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
    </Dialog>
  )
}
