import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ComponentProps } from 'react'
import type { Lesson } from '../lesson.ts'
import { lessonsTexts } from '../texts.ts'

export type MoveProps = { api: ApiClient; lesson: Lesson; onClose: () => void }

type FrameProps = Omit<ComponentProps<typeof ActionDialog>, 'leave'> & { api: ApiClient }

/** A dialog about a lesson. After success all lists of lessons are loaded again. */
export function MoveFrame({ api, send, ...rest }: FrameProps) {
  const t = useTranslator(lessonsTexts)
  return (
    <ActionDialog
      {...rest}
      leave={t('back')}
      send={() => send()?.then(() => invalidate(api, 'lesson')) ?? null}
    />
  )
}

type WordsFrameProps = Omit<ComponentProps<typeof TextDialog>, 'leave'> & { api: ApiClient }

/** The same for a dialog with one text field. */
export function MoveWordsFrame({ api, onText, ...rest }: WordsFrameProps) {
  const t = useTranslator(lessonsTexts)
  return (
    <TextDialog
      {...rest}
      leave={t('back')}
      onText={(text) => onText(text).then(() => invalidate(api, 'lesson'))}
    />
  )
}

type WordsProps = {
  label: string
  value: string
  onChange: (value: string) => void
  max: number
  hint?: string
  error?: string | undefined
  required?: boolean
}

export function WordsField({ label, value, onChange, max, hint, error, required = false }: WordsProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={!required}>
      <Textarea
        dir="auto"
        rows={3}
        maxLength={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
