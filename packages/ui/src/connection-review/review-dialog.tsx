import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
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
export function ReviewDialog({
  title,
  text,
  about,
  confirm,
  done,
  failed,
  danger,
  onDecide,
  onClose,
}: Props) {
  const t = useTranslator(reviewTexts)
  const [notes, setNotes] = useState('')
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      done={done}
      failed={failed}
      danger={danger}
      send={() => onDecide(notes.trim())}
      onClose={onClose}
    >
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{text}</p>
      <Field label={t('notes')} optional>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={2000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
