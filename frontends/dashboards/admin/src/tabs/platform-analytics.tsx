import type { AnalyticsSpan } from '@darsi/contracts/analytics-api.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import { RadioGroup } from '@darsi/ui/choice.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Select } from '@darsi/ui/input.tsx'
import { useLive } from '@darsi/ui/live.ts'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { useCallback, useState } from 'react'
import { FourFigures } from '../analytics/four-figures.tsx'
import { PlacesCard } from '../analytics/places-card.tsx'
import { SubjectsCard } from '../analytics/subjects-card.tsx'
import { TimeCharts } from '../analytics/time-charts.tsx'
import { texts } from '../texts.ts'
import './overview.css'
import '../analytics/analytics.css'

const spans: readonly AnalyticsSpan[] = ['30d', '12w', '12m']

/** product.md §6: computed from what happened; below five samples a figure says so. */
export default function PlatformAnalytics({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const [span, setSpan] = useState<AnalyticsSpan>('12w')
  const [place, setPlace] = useState<number | null>(null)
  const figures = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /admin/analytics', { signal }), [api]),
  )
  const charts = useLoaded(
    useCallback(
      (signal: AbortSignal) =>
        api.call('GET /admin/analytics/charts', {
          query: { span, ...(place !== null && { governorate: place }) },
          signal,
        }),
      [api, span, place],
    ),
  )
  const look = () => {
    figures.reload()
    charts.reload()
  }
  useLive(api, 'user', look)
  useLive(api, 'connection', look)
  useLive(api, 'lesson', look)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('platformAnalyticsTab')}>
        {t('analyticsLead')}
      </PageHeader>
      <LoadedPanel of={figures}>{({ data }) => <FourFigures figures={data} />}</LoadedPanel>
      <div className="admin-chart-filters">
        <RadioGroup<AnalyticsSpan>
          variant="segments"
          legend={t('span')}
          options={spans.map((value) => ({ value, label: t(`span-${value}`) }))}
          value={span}
          onChange={setSpan}
        />
        <Field label={t('governorate')}>
          <Select
            placeholder={null}
            value={String(place ?? 0)}
            onChange={(value) => setPlace(value === '0' ? null : Number(value))}
            options={[
              { value: '0', label: t('allGovernorates') },
              ...governorates.map(({ id, name }) => ({ value: String(id), label: name[language] })),
            ]}
          />
        </Field>
      </div>
      <LoadedPanel of={charts}>
        {({ data }) => (
          <div className="ds-stack" aria-busy={charts.loading || undefined}>
            <TimeCharts charts={data} />
            <div className="ds-grid admin-halves admin-beside-map">
              <PlacesCard charts={data} selected={place} onSelect={setPlace} />
              <SubjectsCard charts={data} />
            </div>
          </div>
        )}
      </LoadedPanel>
    </div>
  )
}
