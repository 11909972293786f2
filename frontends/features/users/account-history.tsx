import type { Api } from '@darsi/contracts/calls/api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { StatusBadge } from './user-cells.tsx'

type Account = Api['GET /admin/users/:id']['answer']['data']

/** An account's decisions and ended sessions with author and reason, newest first. */
export function AccountHistory({ of }: { of: Pick<Account, 'history' | 'sessionsEnded'> }) {
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
