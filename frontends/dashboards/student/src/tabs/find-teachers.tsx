import { Card } from '@darsi/ui/card.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { GovernorateMap } from '@darsi/ui/governorate-map.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { useCallback } from 'react'
import { texts } from '../texts.ts'

export default function FindTeachers({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const places = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /statistics/location', { signal }), [api]),
  )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('findTeachersTab')} />
      <LoadedPanel of={places}>
        {({ data }) => (
          <Card title={t('whereTeachersAre')}>
            <p className="ds-soft">{t('whereText')}</p>
            <GovernorateMap
              label={t('whereTeachersAre')}
              values={new Map(data.map((place) => [place.governorateId, place.teachers]))}
              withTable
            />
          </Card>
        )}
      </LoadedPanel>
    </div>
  )
}
