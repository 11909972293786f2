import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { useDraft } from '@darsi/client/session/draft.ts'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import { highestMark, markStep } from '@darsi/contracts/rules/homework.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { ContactHint } from '../contact-hint/public.ts'
import { texts } from '../texts.ts'

type Props = {
  api: ApiClient
  homework: Homework
  isJudged: boolean
  onDone: () => void
  onClose: () => void
}

/** A mark from 0 to 20, a comment, or both. */
export function MarkHomework({
  api,
  homework: { id, title, mark, handIn },
  isJudged,
  onDone,
  onClose,
}: Props) {
  const t = useTranslator(texts.homework)
  const [{ value, comment }, setDraft, restart] = useDraft(
    `mark/${id}`,
    { value: mark?.value?.toString() ?? '', comment: mark?.comment ?? '' },
    // a refused mark is given again once the newer work is read
    { outlives: true },
  )
  // of the work that was shown when this opened; the page may load newer work meanwhile
  const [handedInAt] = useState(handIn?.at)
  const [tried, setTried] = useState(false)
  const number = value.trim() === '' ? null : Number(value.replace(',', '.'))
  const isMark =
    number === null || (number >= 0 && number <= highestMark && Number.isInteger(number / markStep))
  const isEmpty = number === null && comment.trim() === ''
  const send = () => {
    setTried(true)
    if (!isMark || isEmpty) return null
    const body = { value: number, comment: comment.trim(), handedInAt }
    return api.call('PUT /homework/:id/mark', { params: { id }, body }).then(() => {
      restart({ value, comment })
      onDone()
    })
  }
  const error = !isMark ? t('markWrong') : isEmpty ? t('markMissing') : undefined
  return (
    <ActionDialog
      title={t('markTitle', { title })}
      confirm={t('saveMark')}
      done={t('markSaved')}
      send={send}
      // the learner may have handed in again
      onFailure={onDone}
      onClose={onClose}
    >
      <Field label={t('markField')} hint={t('markHint')} error={tried ? error : undefined}>
        <TextInput
          inputMode="decimal"
          maxLength={5}
          value={value}
          onChange={(value) => setDraft((draft) => ({ ...draft, value }))}
        />
      </Field>
      <Field label={t('comment')}>
        <Textarea
          dir="auto"
          rows={4}
          maxLength={2000}
          value={comment}
          onChange={(comment) => setDraft((draft) => ({ ...draft, comment }))}
        />
      </Field>
      <ContactHint rule={isJudged ? 'refused' : 'delivered'} text={comment} />
    </ActionDialog>
  )
}
