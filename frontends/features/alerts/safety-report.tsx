import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { EmergencyNumbers } from './emergency-numbers.tsx'

type Reason = 'behaviour' | 'contact-details' | 'danger' | 'other'
export type ReportAbout = { sessionId?: string; aboutUserId?: string; childId?: string }
export type ReportProps = {
  api: ApiClient
  about?: ReportAbout
  /** A parent's children, if the report is not about a known child. */
  learners?: readonly { id: string; firstName: string }[]
}

/** Reports a concern to the safety team. For a danger, the emergency numbers are shown at once. */
export function SafetyReport({
  api,
  about = {},
  learners = [],
  onClose,
}: ReportProps & { onClose: () => void }) {
  const t = useTranslator(texts.alerts)
  const [reason, setReason] = useState<Reason | ''>('')
  const [text, setText] = useDraft(
    `concern/${about.sessionId ?? about.aboutUserId ?? about.childId ?? ''}`,
    '',
  )
  const [childId, setChildId] = useState(learners.length === 1 ? (learners[0]?.id ?? '') : '')
  const [tried, setTried] = useState(false)
  const { keyFor } = useAttemptKey()
  const report = async (reason: Reason) => {
    const body = { reason, text: text.trim(), ...(childId !== '' && { childId }), ...about }
    await api.call('POST /safety/reports', { body, idempotencyKey: keyFor(body) })
    invalidate(api, 'alert')
  }
  return (
    <ActionDialog
      title={t('reportTitle')}
      confirm={t('send')}
      done={t('sent')}
      danger
      size="md"
      send={() => {
        setTried(true)
        return reason === '' || text.trim() === '' ? null : report(reason)
      }}
      onClose={onClose}
    >
      <p>{t('reportText')}</p>
      <RadioGroup<Reason>
        legend={t('reportReason')}
        required
        value={reason}
        onChange={setReason}
        error={tried && reason === '' ? t('reasonMissing') : undefined}
        options={[
          { value: 'behaviour', label: t('reasonBehaviour') },
          { value: 'contact-details', label: t('reasonContact') },
          { value: 'danger', label: t('reasonDanger') },
          { value: 'other', label: t('reasonOther') },
        ]}
      />
      {reason === 'danger' && (
        <Banner tone="danger" title={t('dangerText')}>
          <EmergencyNumbers governorateId={null} />
        </Banner>
      )}
      {learners.length > 1 && (
        <Field label={t('reportChild')}>
          <Select
            value={childId}
            onChange={setChildId}
            placeholder={null}
            options={[
              { value: '', label: t('noChild') },
              ...learners.map(({ id, firstName }) => ({ value: id, label: firstName })),
            ]}
          />
        </Field>
      )}
      <Field
        label={t('reportDetails')}
        required
        error={tried && text.trim() === '' ? t('textMissing') : undefined}
      >
        <Textarea dir="auto" rows={4} maxLength={2000} value={text} onChange={setText} submitsOnCtrlEnter />
      </Field>
    </ActionDialog>
  )
}
