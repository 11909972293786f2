import { saveCsv } from '@darsi/client/api/csv-file.ts'
import type { AnalyticsCharts } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { BarChart } from '@darsi/design/charts/chart.tsx'
import type { Series } from '@darsi/design/charts/chart-frame.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'

/** Registrations, connections and lessons over time. Each chart can be saved as shown. */
export function TimeCharts({ charts }: { charts: AnalyticsCharts }) {
  const t = useTranslator(texts.analytics)
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
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const shape: Intl.DateTimeFormatOptions =
    step === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  const labels = from.map((day) => formatDate(`${day}T12:00:00Z`, language, shape))
  const isEmpty = series.every(({ values }) => values.length === 0)
  const save = () =>
    saveCsv(
      file,
      [
        [t(`step-${step}`), ...series.map(({ name }) => name)],
        ...from.map((day, index) => [day, ...series.map(({ values }) => values[index] ?? null)]),
      ],
      language,
    )
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
