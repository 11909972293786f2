import { type ComponentProps, useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import { Field } from './field.tsx'
import { Textarea } from './input.tsx'

type Props = Omit<ComponentProps<typeof ActionDialog>, 'send'> & {
  label: string
  hint?: string | undefined
  /** Said where nothing was written; without it words need not be. */
  missing?: string | undefined
  optional?: boolean
  initial?: string
  rows?: number
  maxLength?: number
  onWords: (words: string) => Promise<unknown>
}

/** Asks for words that are sent or kept with an action. */
export function WordsDialog({
  label,
  hint,
  missing,
  optional = false,
  initial = '',
  rows = 3,
  maxLength = 2000,
  onWords,
  children,
  ...dialog
}: Props) {
  const [words, setWords] = useState(initial)
  const [tried, setTried] = useState(false)
  const isMissing = missing !== undefined && words.trim() === ''
  const send = () => {
    setTried(true)
    return isMissing ? null : onWords(words.trim())
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
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
