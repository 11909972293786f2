import { WordsDialog } from '@darsi/client/dialogs/words-dialog.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { reviewTexts } from './texts.ts'

type Props = {
  /** What is decided about, for the draft of the notes. */
  draft: string
  title: string
  text: string
  /** What is decided about. */
  about?: string
  confirm: string
  /** The toast after success; null where the caller shows one. */
  done: string | null
  /** Replaces the text of a failure that the server did not explain. */
  failed: string
  danger: boolean
  /** The error of an empty field; without it the notes are optional. */
  missing?: string
  onDecide: (notes: string) => Promise<void>
  onClose: () => void
}

/** A decision with notes; a refusal of the server stays here with what was typed. */
export function ReviewDialog({ text, about, onDecide, ...dialog }: Props) {
  const t = useTranslator(reviewTexts)
  return (
    <WordsDialog {...dialog} label={t('notes')} optional={dialog.missing === undefined} onWords={onDecide}>
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{text}</p>
    </WordsDialog>
  )
}
