import { useCallback } from 'react'
import type { ApiClient } from '../api-client.ts'
import { formatDateTime } from '../catalogue.ts'
import { DefinitionList } from '../definition-list.tsx'
import { Dialog } from '../dialog.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import type { ListedUser } from './use-users.ts'
import { Employment, StatusBadge } from './user-cells.tsx'
import { usersTexts } from './users-texts.ts'

type Props = { api: ApiClient; user: Pick<ListedUser, 'id' | 'fullName' | 'email'>; onClose: () => void }

/** One account: what is known of it, and what was decided, by whom and why. */
export function HistoryDialog({ api, user, onClose }: Props) {
  const t = useTranslator(usersTexts)
  const language = useLanguage()
  const history = useLoaded(
    useCallback(
      (signal: AbortSignal) => api.call('GET /admin/users/:id', { params: { id: user.id }, signal }),
      [api, user.id],
    ),
  )
  const when = (at: string | null) => (at === null ? t('never') : formatDateTime(at, language))
  return (
    <Dialog open title={<bdi>{user.fullName || user.email}</bdi>} onClose={onClose}>
      <LoadedPanel of={history} shape="text">
        {({ data }) => (
          <div className="ds-stack">
            <DefinitionList
              items={[
                { term: t('statusColumn'), value: <StatusBadge status={data.status} /> },
                { term: t('roleColumn'), value: t(`role-${data.role}`) },
                { term: t('emailColumn'), value: <bdi dir="ltr">{data.email}</bdi> },
                { term: t('emailVerified'), value: t(data.emailVerified ? 'verified' : 'unverified') },
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
                ...(data.employment
                  ? [{ term: t('employment'), value: <Employment of={data.employment} /> }]
                  : []),
                ...(data.assignee === null
                  ? []
                  : [{ term: t('assigneeColumn'), value: <bdi>{data.assignee.name}</bdi> }]),
              ]}
            />
            <h3>{t('history')}</h3>
            {data.history.length === 0 ? (
              <p className="ds-soft">{t('noHistory')}</p>
            ) : (
              <ol className="ds-user-history">
                {[...data.history].reverse().map((entry) => (
                  <li key={entry.at}>
                    <div className="ds-row">
                      <StatusBadge status={entry.status} />
                      <span className="ds-soft ds-small">
                        <bdi>{entry.byName || t('somebody')}</bdi> · {when(entry.at)}
                      </span>
                    </div>
                    {entry.notes !== '' && <p dir="auto">{entry.notes}</p>}
                  </li>
                ))}
              </ol>
            )}
          </div>
        )}
      </LoadedPanel>
    </Dialog>
  )
}
