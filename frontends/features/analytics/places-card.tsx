import { saveCsv } from '@darsi/client/api/csv-file.ts'
import type { AnalyticsCharts } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { GovernorateMap } from '@darsi/design/charts/governorate-map.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

const measures = ['registrations', 'connections', 'lessons'] as const
type Measure = (typeof measures)[number]
type Props = { charts: AnalyticsCharts; selected: number | null; onSelect: (place: number | null) => void }

/** The counts of the same period on a map. Choosing a governorate limits every chart to it. */
export function PlacesCard({ charts: { places }, selected, onSelect }: Props) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const [measure, setMeasure] = useState<Measure>('registrations')
  const nameOf = (id: number) => governorates[id - 1]?.name[language] ?? ''
  const save = () =>
    saveCsv(
      'governorates',
      [
        [t('governorate'), t('registrationsChart'), t('connectionsChart'), t('lessonsChart')],
        ...places.map((place) => [
          nameOf(place.governorateId),
          place.registrations,
          place.connections,
          place.lessons,
        ]),
      ],
      language,
    )
  return (
    <Card
      level={3}
      title={t('byGovernorate')}
      aside={
        <Button
          size="sm"
          variant="quiet"
          icon={DownloadIcon}
          aria-label={t('exportNamed', { name: t('byGovernorate') })}
          onClick={save}
        >
          {t('exportCsv')}
        </Button>
      }
    >
      <RadioGroup<Measure>
        variant="segments"
        legend={t('measure')}
        hideLegend
        options={measures.map((value) => ({ value, label: t(`${value}Chart`) }))}
        value={measure}
        onChange={setMeasure}
      />
      <GovernorateMap
        label={t('byGovernorate')}
        values={new Map(places.map((place) => [place.governorateId, place[measure]]))}
        selected={selected}
        onSelect={(id) => onSelect(id === selected ? null : id)}
        withTable
      />
      <p className="ds-soft ds-small">{t('drillHint')}</p>
    </Card>
  )
}
