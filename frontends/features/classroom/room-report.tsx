import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { useDraft } from '@darsi/client/session/draft.ts'
import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { EmergencyNumbers } from '../alerts/public.ts'
import { texts } from '../texts.ts'

const reasons = ['behaviour', 'contact-details', 'danger', 'other'] as const
// i18next would read a key that ends in `_other` as a plural
const reasonLabels = {
  behaviour: 'reason_behaviour',
  'contact-details': 'reason_contact-details',
  danger: 'reason_danger',
  other: 'reason_else',
} as const
type Reason = (typeof reasons)[number]
type Props = { api: ApiClient; room: Pick<Classroom, 'sessionId' | 'threads'>; onClose: () => void }

/** Reports to the safety team from inside the room. The server adds the board and the last messages as evidence. */
export function RoomReport({ api, room: { sessionId, threads }, onClose }: Props) {
  const t = useTranslator(texts.classroom)
  const [reason, setReason] = useState<Reason | null>(null)
  const alerts = useTranslator(texts.alerts)
  const [text, setText] = useDraft(`room-report/${sessionId}`, '')
  const [connectionId, setConnectionId] = useState('')
  const [tried, setTried] = useState(false)
  const { keyFor } = useAttemptKey()
  const isUnsaid = reason === 'other' && text.trim() === ''
  const send = () => {
    setTried(true)
    if (reason === null || isUnsaid) return null
    const body = { reason, text: text.trim(), ...(connectionId && { connectionId }) }
    const call = { params: { sessionId }, body, idempotencyKey: keyFor(body) }
    return api.call('POST /classroom/:sessionId/report', call)
  }
  return (
    <ActionDialog
      title={t('report')}
      confirm={t('reportSend')}
      done={t('reported')}
      danger
      send={send}
      onClose={onClose}
    >
      <p>{t('reportText')}</p>
      <RadioGroup
        legend={t('reportReason')}
        required
        error={tried && reason === null ? t('reportReasonMissing') : undefined}
        value={reason}
        onChange={setReason}
        options={reasons.map((value) => ({ value, label: t(reasonLabels[value]) }))}
      />
      {reason === 'danger' && (
        <Banner tone="danger" title={alerts('dangerText')}>
          <EmergencyNumbers governorateId={null} />
        </Banner>
      )}
      {threads.length > 1 && (
        <Field label={t('reportWhom')}>
          <Select
            value={connectionId}
            onChange={setConnectionId}
            options={[
              { value: '', label: t('reportGroup') },
              ...threads.map((each) => ({ value: each.connectionId, label: each.name })),
            ]}
          />
        </Field>
      )}
      <Field
        label={t('reportDetails')}
        optional={reason !== 'other'}
        error={tried && isUnsaid ? t('reportDetailsMissing') : undefined}
      >
        <Textarea dir="auto" rows={3} maxLength={2000} value={text} onChange={setText} />
      </Field>
    </ActionDialog>
  )
}
