import type { AnalyticsCharts } from '@darsi/contracts/analytics-api.ts'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { RankedBars } from '@darsi/ui/chart.tsx'
import { saveCsv } from '@darsi/ui/csv-file.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { DownloadIcon } from '@darsi/ui/icons.tsx'
import { subjectWords } from '@darsi/ui/teachers/teacher-words.ts'
import { texts } from '../texts.ts'

export function SubjectsCard({ charts: { subjects } }: { charts: AnalyticsCharts }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const rows = subjects.map(({ subject, requests }) => ({
    id: subject,
    label: subjectWords(subject, language),
    value: requests,
  }))
  const save = () =>
    saveCsv('subjects', [
      [t('subject'), t('requested')],
      ...rows.map(({ label, value }) => [label, value] as const),
    ])
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
