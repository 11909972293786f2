import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { employmentStatuses } from '@darsi/contracts/reference/levels.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { ListedUser } from './use-users.ts'

/** A teacher's declared employment, with a warning if Decree 2015-1619 applies. */
export function Employment({ of }: { of: NonNullable<ListedUser['employment']> }) {
  const t = useTranslator(texts.users)
  const language = useLanguage()
  const status = choiceFrom(employmentStatuses, of.status)
  return (
    <span className="ds-row">
      {status === 'public-school' ? (
        <PublicTeacher />
      ) : (
        <span>{status === null ? of.status : employmentStatuses[status][language]}</span>
      )}
      <span className="ds-soft ds-small">{t('declared', { date: formatDate(of.declaredAt, language) })}</span>
    </span>
  )
}

export const PublicTeacher = () => (
  <Badge tone="warning">{employmentStatuses['public-school'][useLanguage()]}</Badge>
)
