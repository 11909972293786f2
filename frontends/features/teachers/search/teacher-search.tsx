import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { centreOf } from '@darsi/contracts/reference/places/location.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { MapPinIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { texts } from '../../texts.ts'
import { changed, type Filters, queryOf, type TeacherCard } from '../filters.ts'
import { FilterForm } from './filter-form.tsx'
import { NoMatch } from './no-match.tsx'

// the outlines of 24 governorates load after the list
const GovernorateMap = retryableLazy(async () => ({
  default: (await import('@darsi/design/charts/governorate-map.tsx')).GovernorateMap,
}))

const typingPauseMs = 300

export function useTeacherSearch(api: ApiClient, filters: Filters) {
  return usePages(api, 'GET /teachers', {
    query: queryOf(filters),
    pauseMs: typingPauseMs,
  })
}

type Props = {
  search: ReturnType<typeof useTeacherSearch>
  filters: Filters
  onFilters: (filters: Filters) => void
  card: (teacher: TeacherCard) => ReactNode
}

/** Filters, the best matches page by page, and a map with their counts that filters by a click. */
export function TeacherSearch({ search, filters, onFilters, card }: Props) {
  const t = useTranslator(texts.teachers)
  // beside the list on a wide screen; on a phone only on request
  const [mapShown, setMapShown] = useState(false)
  const { rows, total, answer, loading, error, more, reload } = search
  return (
    <div className="ds-stack">
      <FilterForm filters={filters} onChange={onFilters} />
      <div className="ds-finder">
        <Button
          className="ds-finder-map-switch"
          variant="secondary"
          size="sm"
          icon={MapPinIcon}
          aria-expanded={mapShown}
          onClick={() => setMapShown(!mapShown)}
        >
          {t(mapShown ? 'hideMap' : 'showMap')}
        </Button>
        <PlaceCard
          shown={mapShown}
          filters={filters}
          counts={answer?.byGovernorate ?? {}}
          onFilters={onFilters}
        />
        <div className="ds-stack ds-finder-list" aria-busy={loading || undefined}>
          <FailureBanner error={error} reload={reload} />
          {answer !== null && (
            <p className="ds-finder-count" role="status">
              {t('resultCount', { count: total })}
            </p>
          )}
          {answer === null && error === null && <Skeleton shape="card" />}
          {rows.length > 0 && <ul className="ds-teachers">{rows.map(card)}</ul>}
          {answer !== null && !loading && answer.outOfReach > 0 && (
            <Banner
              live="none"
              actions={
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => onFilters(changed(filters, { reach: 'anywhere' }))}
                >
                  {t('showOutOfReach')}
                </Button>
              }
            >
              {t('outOfReach', { count: answer.outOfReach })}
            </Banner>
          )}
          {answer !== null && rows.length === 0 && !loading && (
            <NoMatch filters={filters} relax={answer.relax} onChange={onFilters} />
          )}
          {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
        </div>
      </div>
    </div>
  )
}

type PlaceProps = Pick<Props, 'filters' | 'onFilters'> & {
  counts: Readonly<Record<string, number>>
  shown: boolean
}

function PlaceCard({ filters, counts, shown, onFilters }: PlaceProps) {
  const t = useTranslator(texts.teachers)
  const chosen = filters.governorate === '' ? null : Number(filters.governorate)
  const centre =
    chosen === null
      ? null
      : centreOf({ governorateId: chosen, delegationId: Number(filters.delegation) || null })
  return (
    <div className="ds-finder-map" data-shown={shown}>
      <Card title={t('mapTitle')} level={3}>
        <p className="ds-soft ds-small">{t('mapHint')}</p>
        <Suspense fallback={<Skeleton shape="card" />}>
          <GovernorateMap
            label={t('mapLabel')}
            values={new Map(Array.from({ length: 24 }, (_, at) => [at + 1, counts[String(at + 1)] ?? 0]))}
            selected={chosen}
            onSelect={(id) => onFilters(changed(filters, { governorate: id === chosen ? '' : String(id) }))}
            circle={centre && filters.radius !== '' ? { ...centre, km: Number(filters.radius) } : null}
            withTable
          />
        </Suspense>
      </Card>
    </div>
  )
}
