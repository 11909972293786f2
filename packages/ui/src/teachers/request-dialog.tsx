import type { Api } from '@darsi/contracts/api.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { allPurposes, ConsentWords } from '../children/consent-words.tsx'
import { Dialog } from '../dialog.tsx'
import { Field, focusFirstInvalid } from '../field.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { GuardianForm } from '../guardian-form.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { Select, Textarea } from '../input.tsx'
import { subjectOptions } from '../options.ts'
import { useToast } from '../toast.tsx'
import type { TeacherCard } from './filters.ts'
import { teachersTexts } from './teachers-texts.ts'

export type Child = Pick<Api['GET /children']['answer']['data'][number], 'id' | 'firstName'>
type TeacherSubject = TeacherCard['subjects'][number]

type Props = {
  api: ApiClient
  teacher: Pick<TeacherCard, 'id' | 'name' | 'subjects'>
  /** The subject that was searched for. */
  subject: string
  /** A parent's children; null for a student, who asks for themselves. */
  learners: readonly Child[] | null
  /** Where a parent adds a child. */
  onAddChild?: (() => void) | undefined
  onClose: () => void
}

/** Asks a teacher for lessons. A refusal stays in the dialog with everything that was typed. */
export function RequestDialog({ api, teacher, subject, learners, onAddChild, onClose }: Props) {
  const t = useTranslator(teachersTexts)
  const language = useLanguage()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [only] = teacher.subjects
  const [chosen, setChosen] = useState<TeacherSubject | ''>(
    teacher.subjects.find((each) => each === subject) ?? (teacher.subjects.length === 1 ? (only ?? '') : ''),
  )
  const [childId, setChildId] = useState(learners?.length === 1 ? (learners[0]?.id ?? '') : '')
  const [message, setMessage] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const needsChild = learners !== null
  const missing = {
    subject: tried && chosen === '' ? t('chooseSubject') : undefined,
    child: tried && needsChild && childId === '' ? t('chooseChild') : undefined,
  }
  useEffect(() => {
    if (tried && form.current) focusFirstInvalid(form.current)
  }, [tried])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (chosen === '' || (needsChild && childId === '') || busy) return
    setBusy(true)
    setError(null)
    try {
      await api.call('POST /connections', {
        body: {
          teacherId: teacher.id,
          subject: chosen,
          message: message.trim(),
          ...(needsChild && { childId }),
        },
      })
      announce('connections')
      toast(t('requestSent', { name: teacher.name }))
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }

  const withoutChild = learners?.length === 0
  return (
    <Dialog
      open
      title={t('requestTitle', { name: teacher.name })}
      onClose={onClose}
      locked={busy}
      actions={
        <FormButtons
          form={formId}
          confirm={withoutChild ? null : t('requestSend')}
          busy={busy}
          onClose={onClose}
        />
      }
    >
      {error !== null && <Banner tone="danger">{error.message}</Banner>}
      {error?.code === 'GUARDIAN_CONSENT_REQUIRED' && <GuardianForm api={api} />}
      {withoutChild ? (
        <Banner
          live="none"
          actions={
            onAddChild && (
              <Button size="sm" variant="secondary" onClick={onAddChild}>
                {t('addChild')}
              </Button>
            )
          }
        >
          {t('noChild')}
        </Banner>
      ) : (
        <form ref={form} id={formId} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
          {needsChild && (
            <Field label={t('requestChild')} error={error?.about('childId') ?? missing.child} required>
              <Select
                value={childId}
                onChange={setChildId}
                options={learners.map(({ id, firstName }) => ({ value: id, label: firstName }))}
              />
            </Field>
          )}
          <Field label={t('requestSubject')} error={error?.about('subject') ?? missing.subject} required>
            <Select
              value={chosen}
              onChange={setChosen}
              options={subjectOptions(teacher.subjects, language)}
            />
          </Field>
          <Field
            label={t('requestMessage')}
            hint={t('requestMessageHint')}
            error={error?.about('message')}
            optional
          >
            <Textarea
              dir="auto"
              rows={5}
              maxLength={1000}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </Field>
          {needsChild && <ConsentWords purposes={allPurposes}>{t('requestConsent')}</ConsentWords>}
        </form>
      )}
    </Dialog>
  )
}
