import type { DuplicateAlert } from '@darsi/contracts/rules/duplicates.ts'
import { Badge, type Tone } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from './texts.ts'

const toneOf: Record<DuplicateAlert['status'], Tone> = {
  open: 'warning',
  dismissed: 'neutral',
  merged: 'accent',
}

type Props = { alert: DuplicateAlert; onReview: () => void; onDismiss: () => void; busy: boolean }

/** spec §2: match type, percent similarity, the two names, detection date, Review and Dismiss. */
export function DuplicateCard({ alert, onReview, onDismiss, busy }: Props) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const [first, second] = alert.users
  return (
    <Card
      level={3}
      title={
        <>
          <bdi>{first?.fullName}</bdi> · <bdi>{second?.fullName}</bdi>
        </>
      }
      aside={<Badge tone={toneOf[alert.status]}>{t(`duplicate-${alert.status}`)}</Badge>}
      actions={
        <>
          <Button size="sm" variant="secondary" onClick={onReview}>
            {t('reviewDuplicate')}
          </Button>
          {alert.status === 'open' && (
            <Button size="sm" variant="quiet" loading={busy} onClick={onDismiss}>
              {t('dismissDuplicate')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {t(`match-${alert.matchType}`)} · {t('similarity', { percent: alert.similarity })}
      </p>
      <p className="ds-small ds-soft">
        {t('detectedOn', { date: formatDate(alert.detectedAt, language) })}
        {alert.reviewedAt && ` · ${t('reviewedBy', { name: alert.reviewedBy })}`}
      </p>
    </Card>
  )
}
