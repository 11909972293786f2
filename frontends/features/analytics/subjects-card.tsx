import { saveCsv } from '@darsi/client/api/csv-file.ts'
import type { AnalyticsCharts } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { RankedBars } from '@darsi/design/charts/chart.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'

export function SubjectsCard({ charts: { subjects } }: { charts: AnalyticsCharts }) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const rows = subjects.map(({ subject, requests }) => ({
    id: subject,
    label: subjectName(subject, language),
    value: requests,
  }))
  const save = () =>
    saveCsv(
      'subjects',
      [[t('subject'), t('requested')], ...rows.map(({ label, value }) => [label, value] as const)],
      language,
    )
  return (
    <Card
      level={3}
      title={t('subjectsChart')}
      aside={
        rows.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            icon={DownloadIcon}
            aria-label={t('exportNamed', { name: t('subjectsChart') })}
            onClick={save}
          >
            {t('exportCsv')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="ds-chart-none">{t('notEnoughData')}</p>
      ) : (
        <RankedBars caption={<span className="ds-hidden">{t('subjectsChart')}</span>} rows={rows} />
      )}
    </Card>
  )
}
