import { useState } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { useToast } from '../toast.tsx'
import { reviewTexts } from './review-texts.ts'

type Props = {
  title: string
  text: string
  /** What is decided about. */
  about?: string
  confirm: string
  done: string
  danger: boolean
  onDecide: (notes: string) => Promise<void>
  onClose: () => void
}

/** A decision with notes; a refusal of the server stays here with what was typed. */
export function ReviewDialog({ title, text, about, confirm, done, danger, onDecide, onClose }: Props) {
  const t = useTranslator(reviewTexts)
  const toast = useToast()
  const [notes, setNotes] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      await onDecide(notes.trim())
      toast(done)
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
      title={title}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={() => void submit()}>
            {confirm}
          </Button>
        </>
      }
    >
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{text}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Field label={t('notes')} optional>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={2000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
