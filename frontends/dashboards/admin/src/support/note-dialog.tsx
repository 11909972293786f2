import { ActionDialog } from '@darsi/ui/action-dialog.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { Textarea } from '@darsi/ui/input.tsx'
import { type ReactNode, useState } from 'react'

type Props = {
  title: string
  label: string
  hint?: string
  /** Shown when nothing was written. */
  missing: string
  confirm: string
  done: string
  maxLength: number
  children?: ReactNode
  onConfirm: (text: string) => Promise<void>
  onClose: () => void
}

/** Asks for a text that is sent or kept. */
export function NoteDialog(props: Props) {
  const { title, label, hint, missing, confirm, done, maxLength, children, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const isMissing = text.trim() === ''
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      done={done}
      size="md"
      send={() => {
        setTried(true)
        return isMissing ? null : onConfirm(text.trim())
      }}
      onClose={onClose}
    >
      {children}
      <Field
        label={label}
        required
        error={tried && isMissing ? missing : undefined}
        {...(hint !== undefined && { hint })}
      >
        <Textarea
          dir="auto"
          rows={6}
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
