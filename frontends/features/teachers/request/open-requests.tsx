import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Connection, waitedFor } from '../../connections/public.ts'
import { texts } from '../../texts.ts'

/** Finds the open requests to a teacher: the student's own (`childId` null), or those for a child. */
export function useOpenRequests(api: ApiClient) {
  const pending = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'pending' } }).data
  const approved = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'approved' } }).data
  const open = [...(pending?.data ?? []), ...(approved?.data ?? [])]
  const requestsTo = (teacherId: string, childId: string | null): readonly Connection[] =>
    open.filter(({ teacher, student }) => teacher.id === teacherId && student.childId === childId)
  return { isLoaded: pending !== null && approved !== null, requestsTo }
}

/** Finds the request to a teacher that is not sent yet: the student's own (`childId` null), or that for a child. */
export function useWaitingRequests(api: ApiClient) {
  const waiting = useCall(api, 'GET /me/waiting-requests').data
  const waitingWith = (teacherId: string, childId: string | null) =>
    waiting?.data.find((each) => each.teacher.id === teacherId && each.childId === childId)
  return { isLoaded: waiting !== null, waitingWith }
}

/** Who still has to answer a request, or that it was accepted. */
export function AskedState({ requests }: { requests: readonly Connection[] }) {
  const t = useTranslator(texts.teachers)
  const words = useTranslator(texts.connections)
  const language = useLanguage()
  const pending = requests.find(({ status }) => status === 'pending')
  if (pending === undefined) return <Badge tone="success">{t('connected')}</Badge>
  const who = waitedFor(pending.needs).map((part) => words(part))
  return <Badge tone="warning">{t('asked', { who: andJoined(who, language) })}</Badge>
}
