import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { takesFirstFocus } from '@darsi/design/dialogs/first-focus.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'
import { Select, Textarea } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useId, useMemo } from 'react'
import { GuardianForm } from '../../account/public.ts'
import { allPurposes, ConsentText } from '../../connections/public.ts'
import { ContactHint } from '../../contact-hint/public.ts'
import { texts } from '../../texts.ts'
import type { Failed } from '../learner-wishes.ts'
import { PreferredTimes } from './preferred-times.tsx'
import { type RequestProps, useRequest } from './use-request.ts'

type Props = RequestProps & {
  /** A parent's children could not be loaded. */
  failed: Failed | null
  /** Opens the page where a parent adds a child. */
  onAddChild?: (() => void) | undefined
}

/** Sends a request to a teacher. After a refusal the dialog stays open with the typed text. */
export function RequestDialog({ onAddChild, failed, ...props }: Props) {
  const { api, teacher, learners, onClose } = props
  const t = useTranslator(texts.teachers)
  const formId = useId()
  const request = useRequest(props)
  const { tried, busy, error, isFull, needsGuardian } = request
  const wrong = useMemo(() => ({ tried }), [tried])
  const withoutChild = learners?.length === 0
  const isKept = error?.code === 'GUARDIAN_CONSENT_REQUIRED'
  return (
    <Dialog
      open
      title={t(isFull ? 'joinListTitle' : 'requestTitle', { name: teacher.name })}
      onClose={onClose}
      locked={busy}
      actions={
        <FormButtons
          form={formId}
          confirm={withoutChild || isKept ? null : t(isFull ? 'joinList' : 'requestSend')}
          leave={isKept ? t('back') : undefined}
          busy={busy}
          onClose={onClose}
        />
      }
    >
      {isFull && <Banner live="none">{t('fullText', { name: teacher.name })}</Banner>}
      {needsGuardian && !isKept && <Banner live="none">{t('guardianFirst')}</Banner>}
      {isKept && <Banner tone="success">{t('requestKept')}</Banner>}
      {error !== null && !isKept && <Banner tone="danger">{error.message}</Banner>}
      {isKept && <GuardianForm api={api} />}
      {isKept ? null : withoutChild && failed !== null ? (
        <FailureBanner {...failed} />
      ) : withoutChild ? (
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
        <Form wrong={wrong} id={formId} onSubmit={request.send}>
          <RequestFields {...props} request={request} />
        </Form>
      )}
    </Dialog>
  )
}

type FieldsProps = Pick<Props, 'teacher' | 'learners'> & { request: ReturnType<typeof useRequest> }

function RequestFields({ teacher, learners, request }: FieldsProps) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const { draft, set, error, missing } = request
  return (
    <>
      {learners !== null && (
        <Field label={t('requestChild')} error={error?.about('childId') ?? missing.child} required>
          <Select
            ref={takesFirstFocus}
            value={draft.childId}
            onChange={(childId) => set({ childId })}
            options={learners.map(({ id, firstName }) => ({ value: id, label: firstName }))}
          />
        </Field>
      )}
      <Field label={t('requestSubject')} error={error?.about('subject') ?? missing.subject} required>
        <Select
          ref={takesFirstFocus}
          value={draft.subject}
          onChange={(subject) => set({ subject })}
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
          value={request.message}
          onChange={request.setMessage}
        />
      </Field>
      <ContactHint rule={request.contactRule} text={request.message} />
      <PreferredTimes value={draft.times} onChange={(times) => set({ times })} />
      {request.needsYear && <BirthYearField request={request} />}
      {learners !== null && <ConsentText purposes={allPurposes}>{t('requestConsent')}</ConsentText>}
    </>
  )
}

function BirthYearField({ request: { draft, set, error, missing } }: Pick<FieldsProps, 'request'>) {
  const t = useTranslator(texts.teachers)
  return (
    <>
      <Banner>{t('birthYearAsked')}</Banner>
      <Field
        label={t('birthYear')}
        hint={t('birthYearHint')}
        error={error?.about('roleData.birthYear') ?? missing.year}
        required
      >
        <NumberInput value={draft.year} onChange={(year) => set({ year })} />
      </Field>
    </>
  )
}
