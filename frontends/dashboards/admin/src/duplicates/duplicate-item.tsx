import type { DuplicateAlert } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { duplicateTones } from './duplicate-file.tsx'
import '../support/support.css'

/** spec §2: match type, percent similarity, the two names, detection date. */
export function DuplicateItem({ alert }: { alert: DuplicateAlert }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const [first, second] = alert.users
  return (
    <>
      <span className="ds-queue-line">
        <span className="ds-queue-name">
          <bdi>{first?.fullName}</bdi>&nbsp;· <bdi>{second?.fullName}</bdi>
        </span>
        {alert.status !== 'open' && (
          <Badge tone={duplicateTones[alert.status]}>{t(`duplicate-${alert.status}`)}</Badge>
        )}
      </span>
      <span className="ds-small">
        {t(`match-${alert.matchType}`)}&nbsp;· {t('similarity', { percent: alert.similarity })}
      </span>
      <span className="ds-queue-line ds-small">
        <span className="ds-soft">{t('detectedOn', { date: formatDate(alert.detectedAt, language) })}</span>
        <span className="admin-review">{t('reviewPair')}</span>
      </span>
    </>
  )
}
