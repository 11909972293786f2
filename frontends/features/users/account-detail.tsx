import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { ReviewFile } from '../proofs/public.ts'
import { SafetyRecords } from '../safety-records/public.ts'
import { texts } from '../texts.ts'
import { Employment } from './employment.tsx'
import { StatusBadge } from './user-cells.tsx'

type Account = Api['GET /admin/users/:id']['answer']['data']

/** An account's data, and the decisions about it with author and reason. */
export function AccountDetail({ api, of: data }: { api: ApiClient; of: Account }) {
  const t = useTranslator(texts.users)
  const language = useLanguage()
  const when = (at: string | null) => (at === null ? t('never') : formatDateTime(at, language))
  return (
    <>
      <DefinitionList
        items={[
          { term: t('statusColumn'), value: <StatusBadge status={data.status} /> },
          { term: t('roleColumn'), value: t(`role-${data.role}`) },
          { term: t('emailColumn'), value: <bdi dir="ltr">{data.email}</bdi> },
          { term: t('emailVerified'), value: t(data.emailVerified ? 'verified' : 'unverified') },
          ...(data.mailReturnedAt === null
            ? []
            : [{ term: t('mailReturned'), value: when(data.mailReturnedAt) }]),
          { term: t('locationColumn'), value: data.location || t('notSpecified') },
          { term: t('registeredColumn'), value: when(data.createdAt) },
          { term: t('lastLoginColumn'), value: when(data.lastLoginAt) },
          ...(data.registrationNotes === ''
            ? []
            : [
                {
                  term: t('registrationNotes'),
                  value: <span dir="auto">{data.registrationNotes}</span>,
                },
              ]),
          ...(data.employment ? [{ term: t('employment'), value: <Employment of={data.employment} /> }] : []),
          ...(data.assignee === null
            ? []
            : [{ term: t('assigneeColumn'), value: <bdi>{data.assignee.name}</bdi> }]),
        ]}
      />
      {data.role === 'teacher' && <ReviewFile api={api} teacherId={data.id} belowAccount />}
      <SafetyRecords api={api} of={{ userId: data.id }} />
      <h3>{t('history')}</h3>
      <AccountHistory of={data} />
    </>
  )
}

/** An account's decisions and ended sessions with author and reason, newest first. */
function AccountHistory({ of }: { of: Pick<Account, 'history' | 'sessionsEnded'> }) {
  const t = useTranslator(texts.users)
  const language = useLanguage()
  const entries = [
    ...of.history.map(({ status, notes, ...entry }) => ({ ...entry, status, text: notes })),
    ...of.sessionsEnded.map(({ reason, ...entry }) => ({ ...entry, status: null, text: reason })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  if (entries.length === 0) return <p className="ds-soft">{t('noHistory')}</p>
  return (
    <ol className="ds-user-history">
      {entries.map(({ at, byName, status, text }) => (
        <li key={`${status} ${at}`}>
          <div className="ds-row">
            {status === null ? (
              <Badge tone="warning">{t('sessionsEnded')}</Badge>
            ) : (
              <StatusBadge status={status} />
            )}
            <span className="ds-soft ds-small">
              <bdi>{byName || t('somebody')}</bdi>&nbsp;· {formatDateTime(at, language)}
            </span>
          </div>
          {text !== '' && <p dir="auto">{text}</p>}
        </li>
      ))}
    </ol>
  )
}
