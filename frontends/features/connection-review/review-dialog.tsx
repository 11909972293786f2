import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Props = {
  /** Identifies the subject of the decision; the draft of the notes is stored under it. */
  draft: string
  title: string
  text: string
  /** The subject of the decision, as text. */
  about?: string
  confirm: string
  /** The toast after success; null where the caller shows one. */
  done: string | null
  /** Replaces the text of a failure for which the server gave no reason. */
  failed: string
  danger: boolean
  /** The error of an empty field; without it the notes are optional. */
  missing?: string
  onDecide: (notes: string) => Promise<void>
  onClose: () => void
}

/** A decision with notes. After a refusal by the server the dialog stays open with the typed text. */
export function ReviewDialog({ text, about, onDecide, ...dialog }: Props) {
  const t = useTranslator(texts.connectionReview)
  return (
    <TextDialog {...dialog} label={t('notes')} optional={dialog.missing === undefined} onText={onDecide}>
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{text}</p>
    </TextDialog>
  )
}
