import type { AnalyticsCharts } from '@darsi/contracts/analytics-api.ts'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { formatDate } from '@darsi/ui/catalogue.ts'
import { BarChart } from '@darsi/ui/chart.tsx'
import type { Series } from '@darsi/ui/chart-frame.tsx'
import { saveCsv } from '@darsi/ui/csv-file.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { DownloadIcon } from '@darsi/ui/icons.tsx'
import { texts } from '../texts.ts'

/** Registrations, connections and lessons over time; each can be saved as it is shown. */
export function TimeCharts({ charts }: { charts: AnalyticsCharts }) {
  const t = useTranslator(texts)
  const { registrations, connections, lessons } = charts
  const series = (lines: Readonly<Record<string, readonly number[] | null>>, names: readonly string[]) =>
    Object.entries(lines).map(([id, values], index) => ({
      id,
      name: names[index] ?? id,
      values: values ?? [],
    }))
  return (
    <div className="ds-stack">
      <ChartCard
        charts={charts}
        file="registrations"
        title={t('registrationsChart')}
        series={series(registrations, [t('students'), t('teachers'), t('parents')])}
      />
      <ChartCard
        charts={charts}
        file="connections"
        title={t('connectionsChart')}
        series={series(connections, [t('requested'), t('approved'), t('declined')])}
      />
      <ChartCard
        charts={charts}
        file="lessons"
        title={t('lessonsChart')}
        series={series(lessons, [t('booked'), t('completed'), t('cancelled')])}
      />
    </div>
  )
}

type CardProps = { charts: AnalyticsCharts; file: string; title: string; series: readonly Series[] }

function ChartCard({ charts: { from, step }, file, title, series }: CardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const shape: Intl.DateTimeFormatOptions =
    step === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  const labels = from.map((day) => formatDate(`${day}T12:00:00Z`, language, shape))
  const isEmpty = series.every(({ values }) => values.length === 0)
  const save = () =>
    saveCsv(file, [
      [t(`step-${step}`), ...series.map(({ name }) => name)],
      ...from.map((day, index) => [day, ...series.map(({ values }) => values[index] ?? null)]),
    ])
  return (
    <Card
      level={3}
      title={title}
      aside={
        !isEmpty && (
          <Button
            size="sm"
            variant="quiet"
            icon={DownloadIcon}
            aria-label={t('exportNamed', { name: title })}
            onClick={save}
          >
            {t('exportCsv')}
          </Button>
        )
      }
    >
      <BarChart
        caption={<span className="ds-hidden">{title}</span>}
        labels={labels}
        labelHeader={t(`step-${step}`)}
        series={series}
      />
    </Card>
  )
}
