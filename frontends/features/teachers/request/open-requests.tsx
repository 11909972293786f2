import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Connection, waitedFor } from '../../connections/public.ts'
import { texts } from '../../texts.ts'

/** Finds the open requests to a teacher: the student's own, or those for the chosen child. */
export function useOpenRequests(api: ApiClient, childId: string | null) {
  const pending = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'pending' } })
  const approved = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'approved' } })
  const open = [...(pending.data?.data ?? []), ...(approved.data?.data ?? [])]
  return (teacherId: string): readonly Connection[] =>
    open.filter(({ teacher, student }) => teacher.id === teacherId && student.childId === childId)
}

/** Who still has to answer a request, or that it was accepted. */
export function AskedState({ requests }: { requests: readonly Connection[] }) {
  const t = useTranslator(texts.teachers)
  const words = useTranslator(texts.connections)
  const language = useLanguage()
  const pending = requests.find(({ status }) => status === 'pending')
  if (pending === undefined) return <Badge tone="success">{t('connected')}</Badge>
  const who = waitedFor(pending.needs).map((part) => words(part))
  return <Badge tone="warning">{t('asked', { who: listOf(who, language) })}</Badge>
}
