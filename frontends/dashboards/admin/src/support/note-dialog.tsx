import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Dialog } from '@darsi/ui/dialog.tsx'
import { errorText } from '@darsi/ui/error-text.ts'
import { Field } from '@darsi/ui/field.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { Textarea } from '@darsi/ui/input.tsx'
import { uiTexts } from '@darsi/ui/texts.ts'
import { type ReactNode, useState } from 'react'

type Props = {
  title: string
  label: string
  hint?: string
  /** Shown when nothing was written. */
  missing: string
  confirm: string
  maxLength: number
  children?: ReactNode
  /** A failure stays in the dialog, with what was typed. */
  onConfirm: (text: string) => Promise<void>
  onClose: () => void
}

/** Asks for a text that is sent or kept. */
export function NoteDialog(props: Props) {
  const { title, label, hint, missing, confirm, maxLength, children, onConfirm, onClose } = props
  const ui = useTranslator(uiTexts)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    if (text.trim() === '') return setError(missing)
    setBusy(true)
    setError(null)
    try {
      await onConfirm(text.trim())
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {ui('cancel')}
          </Button>
          <Button onClick={() => void submit()} loading={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="ds-stack">
        {children}
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <Field label={label} required {...(hint !== undefined && { hint })}>
          <Textarea
            dir="auto"
            rows={6}
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
