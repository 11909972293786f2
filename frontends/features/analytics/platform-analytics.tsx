import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { AnalyticsSpan } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { texts } from '../texts.ts'
import { FourFigures } from './four-figures.tsx'
import { PlacesCard } from './places-card.tsx'
import { SubjectsCard } from './subjects-card.tsx'
import { TimeCharts } from './time-charts.tsx'
import './analytics.css'

const spans: readonly AnalyticsSpan[] = ['30d', '12w', '12m']
const parameters = { span: oneOf(spans, '12w'), governorate: anyText() }

/** product.md §6: computed from recorded events. A figure with less than five samples says so. */
export function PlatformAnalytics({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const [{ span, governorate }, { set }] = usePlace(parameters)
  const place = governorates.find(({ id }) => String(id) === governorate)?.id ?? null
  const setPlace = (id: number | null) => set({ governorate: id === null ? '' : String(id) })
  const figures = useCall(api, 'GET /admin/analytics')
  const charts = useCall(api, 'GET /admin/analytics/charts', {
    query: { span, ...(place !== null && { governorate: place }) },
  })
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('platformAnalyticsTab')}>
        {t('analyticsLead')}
      </PageHeader>
      <LoadedPanel of={figures}>{({ data }) => <FourFigures figures={data} />}</LoadedPanel>
      <div className="analytics-filters">
        <RadioGroup<AnalyticsSpan>
          variant="segments"
          legend={t('span')}
          options={spans.map((value) => ({ value, label: t(`span-${value}`) }))}
          value={span}
          onChange={(chosen) => set({ span: chosen })}
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
            <div className="ds-grid analytics-halves analytics-beside-map">
              <PlacesCard charts={data} selected={place} onSelect={setPlace} />
              <SubjectsCard charts={data} />
            </div>
          </div>
        )}
      </LoadedPanel>
    </div>
  )
}
