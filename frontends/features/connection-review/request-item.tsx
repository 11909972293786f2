import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { tones } from '../connections/public.ts'
import { texts } from '../texts.ts'
import { type ListedConnection, pairLabel } from './reviewed-card.tsx'

/** A request in the list: who, what, since when, and the most urgent mark. */
export function RequestItem({ connection }: { connection: ListedConnection }) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  const now = useNow()
  const { subject, status, requestedDate, escalated, minor } = connection
  return (
    <>
      <span className="ds-queue-line">
        <span className="ds-queue-name">{pairLabel(connection, t)}</span>
        <time className="ds-soft ds-small" dateTime={requestedDate}>
          {formatRelative(requestedDate, language, now)}
        </time>
      </span>
      <span className="ds-queue-line ds-soft ds-small">
        <span>{subjectName(subject, language)}</span>
        {escalated ? (
          <Badge tone="danger">{t('escalated')}</Badge>
        ) : minor && status === 'pending' ? (
          <Badge tone="accent">{t('minor')}</Badge>
        ) : (
          <Badge tone={tones[status]}>{t(status)}</Badge>
        )}
      </span>
    </>
  )
}
