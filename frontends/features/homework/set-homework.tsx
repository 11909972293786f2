import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { useDraft } from '@darsi/client/session/draft.ts'
import { addDays, instantOf, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { DateInput, Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { ContactHint } from '../contact-hint/public.ts'
import { AddFiles, ChosenFileList, useFiles } from '../materials/public.ts'
import { texts } from '../texts.ts'

type Props = {
  api: ApiClient
  connectionId: string
  learner: string
  isJudged: boolean
  onSet: () => void
  onClose: () => void
}

const hours = Array.from({ length: 16 }, (_, index) => index + 7)
const weekMs = 7 * 24 * 3_600_000

/** A teacher gives homework: what to do and until when. */
export function SetHomework({ api, connectionId, learner, isJudged, onSet, onClose }: Props) {
  const t = useTranslator(texts.homework)
  const [title, setTitle] = useDraft(`homework-title/${connectionId}`, '')
  const [text, setText] = useDraft(`homework-text/${connectionId}`, '')
  const [day, setDay] = useState(tunisDay(new Date(Date.now() + weekMs)))
  const [hour, setHour] = useState('18')
  const [tried, setTried] = useState(false)
  const files = useFiles(api)
  const { keyFor } = useAttemptKey()
  const today = tunisDay(new Date())
  const dueAt = /^\d{4}-\d{2}-\d{2}$/.test(day) ? instantOf(day, Number(hour)) : null
  const isFuture = dueAt !== null && dueAt.getTime() > Date.now()
  const send = () => {
    setTried(true)
    if (title.trim() === '' || !isFuture || files.unfinished) return null
    const body = { title: title.trim(), text: text.trim(), dueAt: dueAt.toISOString(), files: files.ids }
    const call = { params: { id: connectionId }, body, idempotencyKey: keyFor(body) }
    return api.call('POST /threads/:id/homework', call).then(() => {
      setTitle('')
      setText('')
      onSet()
    })
  }
  return (
    <ActionDialog
      size="md"
      title={learner === '' ? t('set') : t('setFor', { learner })}
      confirm={t('give')}
      done={t('given')}
      send={send}
      onClose={onClose}
    >
      <Field
        label={t('titleField')}
        required
        error={tried && title.trim() === '' ? t('titleMissing') : undefined}
      >
        <TextInput dir="auto" maxLength={120} value={title} onChange={setTitle} />
      </Field>
      <Field label={t('textField')}>
        <Textarea dir="auto" rows={4} maxLength={4000} value={text} onChange={setText} />
      </Field>
      <ContactHint rule={isJudged ? 'refused' : 'delivered'} before={[title]} text={text} />
      <div className="ds-homework-due">
        <Field label={t('dueDay')} required error={tried && !isFuture ? t('dueMissing') : undefined}>
          <DateInput min={today} max={addDays(today, 365)} value={day} onChange={setDay} />
        </Field>
        <Field label={t('dueHour')}>
          <Select
            placeholder={null}
            value={hour}
            onChange={setHour}
            options={hours.map((each) => ({ value: String(each), label: formatHour(each) }))}
          />
        </Field>
      </div>
      <ChosenFileList files={files} />
      <div className="ds-row">
        <AddFiles files={files} inForm />
      </div>
    </ActionDialog>
  )
}
