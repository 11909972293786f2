import { useTranslator } from '../i18n.tsx'
import { WordsDialog } from '../words-dialog.tsx'
import { reviewTexts } from './review-texts.ts'

type Props = {
  title: string
  text: string
  /** What is decided about. */
  about?: string
  confirm: string
  /** Said when it is done; null where somebody else says so. */
  done: string | null
  /** Said of a failure that the server has no words for. */
  failed: string
  danger: boolean
  onDecide: (notes: string) => Promise<void>
  onClose: () => void
}

/** A decision with notes; a refusal of the server stays here with what was typed. */
export function ReviewDialog({ text, about, onDecide, ...dialog }: Props) {
  const t = useTranslator(reviewTexts)
  return (
    <WordsDialog {...dialog} label={t('notes')} optional onWords={onDecide}>
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{text}</p>
    </WordsDialog>
  )
}
