import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useLinkedItem } from '@darsi/client/place/use-linked-item.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../../texts.ts'
import type { LearnerWish } from '../learner-wishes.ts'
import { type WaitingRequest, WaitsFor } from './waits-for.tsx'

type Props = {
  api: ApiClient
  /** A parent's children, so that each request names its child. */
  learners: readonly LearnerWish[] | null
}

/** Requests that wait for a guardian or for a free place. Renders nothing if there are none. */
export function WaitingRequests({ api, learners }: Props) {
  const t = useTranslator(texts.teachers)
  const waiting = useCall(api, 'GET /me/waiting-requests')
  const requests = waiting.data?.data ?? []
  const list = useLinkedItem('waiting', requests)
  if (requests.length === 0) return null
  return (
    <Card title={t('waitingTitle')} level={3}>
      <ul className="ds-waiting" ref={list}>
        {requests.map((request) => (
          <WaitingRow
            key={request.id}
            api={api}
            request={request}
            child={learners?.find(({ id }) => id === request.childId)?.firstName ?? ''}
          />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { api: ApiClient; request: WaitingRequest; child: string }

function WaitingRow({ api, request, child }: RowProps) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const { run, busy } = useAction({ inToast: true, after: () => invalidate(api, 'connection') })
  const { id, teacher, subject, message, offeredUntil } = request
  const name = child === '' ? teacher.name : `${teacher.name} · ${child}`
  const params = { id }
  const send = () => api.call('POST /me/waiting-requests/:id/send', { params })
  const leave = () => api.call('DELETE /me/waiting-requests/:id', { params })
  return (
    <li className="ds-waiting-request">
      <p>
        <strong dir="auto">{teacher.name}</strong>
        {child !== '' && (
          <>
            {'\u00a0· '}
            <bdi>{child}</bdi>
          </>
        )}
        {'\u00a0· '}
        {subjectName(subject, language)}
      </p>
      {message !== '' && (
        <p className="ds-soft" dir="auto">
          {message}
        </p>
      )}
      <p>
        <WaitsFor request={request} />
      </p>
      <div className="ds-row">
        {offeredUntil !== null && (
          <Button
            size="sm"
            loading={busy}
            aria-label={t('waitingSend', { name })}
            onClick={() => void run(send, t('requestSent', { name }))}
          >
            {t('requestSend')}
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          disabled={busy}
          aria-label={t('waitingLeaveOf', { name })}
          onClick={() => void run(leave, t('waitingLeft', { name }))}
        >
          {t('waitingLeave')}
        </Button>
      </div>
    </li>
  )
}
