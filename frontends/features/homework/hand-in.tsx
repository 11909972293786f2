import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { useDraft } from '@darsi/client/session/draft.ts'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { ContactHint } from '../contact-hint/public.ts'
import { AddFiles, ChosenFileList, useFiles } from '../materials/public.ts'
import { texts } from '../texts.ts'

type Props = {
  api: ApiClient
  homework: Homework
  isJudged: boolean
  onDone: () => void
  onClose: () => void
}

/** Text or files; they replace the earlier answer. */
export function HandIn({ api, homework: { id, title, handIn }, isJudged, onDone, onClose }: Props) {
  const t = useTranslator(texts.homework)
  const [text, setText] = useDraft(`hand-in/${id}`, handIn?.text ?? '')
  const [tried, setTried] = useState(false)
  const files = useFiles(api)
  const isEmpty = text.trim() === '' && files.ids.length === 0
  const send = () => {
    setTried(true)
    if (isEmpty || files.unfinished) return null
    const body = { text: text.trim(), files: files.ids }
    return api.call('POST /homework/:id/hand-in', { params: { id }, body }).then(() => {
      setText('')
      onDone()
    })
  }
  return (
    <ActionDialog
      size="md"
      title={t('handInOf', { title })}
      confirm={t('handIn')}
      done={t('handedIn')}
      send={send}
      onClose={onClose}
    >
      {handIn !== null && <p>{t(handIn.files.length > 0 ? 'replacesFiles' : 'replaces')}</p>}
      <Field label={t('answer')} error={tried && isEmpty ? t('answerMissing') : undefined}>
        <Textarea dir="auto" rows={5} maxLength={4000} value={text} onChange={setText} />
      </Field>
      <ContactHint rule={isJudged ? 'refused' : 'delivered'} text={text} />
      <ChosenFileList files={files} />
      <div className="ds-row">
        <AddFiles files={files} inForm />
      </div>
    </ActionDialog>
  )
}
