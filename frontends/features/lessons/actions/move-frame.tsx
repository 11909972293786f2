import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ComponentProps } from 'react'
import { ContactHint } from '../../contact-hint/public.ts'
import { texts } from '../../texts.ts'
import type { Lesson, Viewer } from '../lesson.ts'

export type MoveProps = { api: ApiClient; lesson: Lesson; viewer: Viewer; onClose: () => void }

type FrameProps = Omit<ComponentProps<typeof ActionDialog>, 'leave'> & { api: ApiClient }

/** A dialog about a lesson. After success all lists of lessons are loaded again. */
export function MoveFrame({ api, send, ...rest }: FrameProps) {
  const t = useTranslator(texts.lessons)
  return (
    <ActionDialog
      {...rest}
      leave={t('back')}
      send={() => send()?.then(() => invalidate(api, 'lesson')) ?? null}
    />
  )
}

type RescheduleProps = Pick<FrameProps, 'api' | 'title' | 'send' | 'onClose' | 'children'> & {
  lesson: Lesson
}

/** The same for another hour. Where a guardian has to agree, the lesson is only proposed, and the dialog says so. */
export function RescheduleFrame({ lesson, children, ...rest }: RescheduleProps) {
  const t = useTranslator(texts.lessons)
  return (
    <MoveFrame
      {...rest}
      size="md"
      confirm={t('reschedule')}
      done={t(lesson.moveNeedsAnswer ? 'proposedDone' : 'rescheduled')}
      onFailure={() => invalidate(rest.api, 'hours')}
    >
      {children}
      {lesson.moveNeedsAnswer && (
        <Banner tone="warning" live="none">
          {t('waitsForGuardian')}
        </Banner>
      )}
    </MoveFrame>
  )
}

type WordsFrameProps = Omit<ComponentProps<typeof TextDialog>, 'leave' | 'about'> & {
  api: ApiClient
  isJudged: boolean
}

/** The same for a dialog with one text field. */
export function MoveWordsFrame({ api, isJudged, onText, ...rest }: WordsFrameProps) {
  const t = useTranslator(texts.lessons)
  return (
    <TextDialog
      {...rest}
      leave={t('back')}
      about={(text) => <ContactHint rule={isJudged ? 'refused' : 'delivered'} text={text} />}
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
  /** Contact details in it are refused (`isJudged` of the lesson, or a text for everyone). */
  isJudged: boolean
  required?: boolean
}

export function WordsField({
  label,
  value,
  onChange,
  max,
  hint,
  error,
  isJudged,
  required = false,
}: WordsProps) {
  return (
    <>
      <Field label={label} hint={hint} error={error} required={required} optional={!required}>
        <Textarea dir="auto" rows={3} maxLength={max} value={value} onChange={onChange} />
      </Field>
      <ContactHint rule={isJudged ? 'refused' : 'delivered'} text={value} />
    </>
  )
}
