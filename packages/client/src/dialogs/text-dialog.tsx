import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useDraft } from '../session/draft.ts'
import { ActionDialog } from './action-dialog.tsx'

type Props = Omit<ComponentProps<typeof ActionDialog>, 'send' | 'children'> & {
  /** Shown above the field. */
  children?: ReactNode
  /** The key under which the draft is kept on this device: `ticket/<id>`. */
  draft: string
  label: string
  hint?: string | undefined
  /** The error of an empty field; without it the field may be empty. */
  missing?: string | undefined
  optional?: boolean
  initial?: string
  rows?: number
  maxLength?: number
  /** Shown below the field, about what is typed. */
  about?: (text: string) => ReactNode
  onText: (text: string) => Promise<unknown>
}

/** A dialog with one text field that is sent with an action. */
export function TextDialog({
  draft,
  label,
  hint,
  missing,
  optional = false,
  initial = '',
  rows = 3,
  maxLength = 2000,
  about,
  onText,
  children,
  ...dialog
}: Props) {
  const [text, setText] = useDraft(draft, initial)
  const [tried, setTried] = useState(false)
  const isMissing = missing !== undefined && text.trim() === ''
  const send = () => {
    setTried(true)
    return isMissing ? null : onText(text.trim())
  }
  return (
    <ActionDialog {...dialog} send={send}>
      {children}
      <Field
        label={label}
        hint={hint}
        optional={optional}
        required={missing !== undefined}
        error={tried && isMissing ? missing : undefined}
      >
        <Textarea
          dir="auto"
          rows={rows}
          maxLength={maxLength}
          value={text}
          onChange={setText}
          submitsOnCtrlEnter
        />
      </Field>
      {about?.(text)}
    </ActionDialog>
  )
}
