import { governorates } from '@darsi/contracts/governorates.ts'
import { Badge } from '@darsi/ui/badge.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { DefinitionList } from '@darsi/ui/definition-list.tsx'
import { GovernorateMap } from '@darsi/ui/governorate-map.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { useLoaded } from '@darsi/ui/loaded.tsx'
import { ProgressBar } from '@darsi/ui/progress.tsx'
import { Skeleton } from '@darsi/ui/skeleton.tsx'
import { useCallback } from 'react'
import { RecentActivity } from '../recent-activity.tsx'
import { type Stats, useStats } from '../stats.tsx'
import { texts } from '../texts.ts'
import './overview.css'

export default function Overview({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  // a failure stands over the tabs, with the counters
  const { data, error } = useStats()
  const write = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value, language))
  return (
    <div className="ds-stack">
      <h2 className="ds-hidden">{t('overviewTab')}</h2>
      {data === null && error === null && <Skeleton shape="card" />}
      {data !== null && (
        <div className="ds-grid admin-halves">
          <Card title={t('userStatistics')}>
            <DefinitionList
              items={[
                { term: t('students'), value: write(data.totalStudents) },
                { term: t('teachers'), value: write(data.totalTeachers) },
                { term: t('parents'), value: write(data.totalParents) },
                { term: t('verified'), value: write(data.verifiedUsers) },
              ]}
            />
          </Card>
          <PendingActions stats={data} onOpen={onTabChange} />
        </div>
      )}
      <div className="ds-grid admin-halves admin-beside-map">
        <RecentActivity api={api} />
        {data?.governoratesCovered !== undefined && <Coverage api={api} covered={data.governoratesCovered} />}
      </div>
    </div>
  )
}

const pending = [
  { tab: 'user-management', label: 'pendingApprovals', count: 'pendingApprovals' },
  { tab: 'connection-requests', label: 'pendingConnections', count: 'pendingConnections' },
  { tab: 'duplicate-alerts', label: 'duplicateAlerts', count: 'duplicateAlerts' },
  { tab: 'safety-alerts', label: 'safetyAlertsTab', count: 'openAlerts' },
  { tab: 'tickets', label: 'ticketsTab', count: 'openTickets' },
] as const

function PendingActions({ stats, onOpen }: { stats: Stats; onOpen: (tab: string) => void }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const { overdueTickets = 0 } = stats
  return (
    <Card title={t('pendingActions')}>
      <ul className="admin-pending">
        {pending.map(({ tab, label, count }) => (
          <li key={tab}>
            <span>
              {t(label)}
              {tab === 'tickets' && overdueTickets > 0 && (
                <>
                  {' '}
                  <Badge tone="danger">{t('overdueTickets', { count: overdueTickets })}</Badge>
                </>
              )}
            </span>
            <span className="admin-pending-count">
              {stats[count] === undefined ? '–' : formatNumber(stats[count], language)}
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('openNamed', { name: t(label) })}
              onClick={() => onOpen(tab)}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Coverage({ api, covered }: Pick<DashboardProps, 'api'> & { covered: number }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const places = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /statistics/location', { signal }), [api]),
  )
  const write = (value: number) => formatNumber(value, language)
  return (
    <Card title={t('geographicCoverage')}>
      <ProgressBar
        label={t('coverage', { covered: write(covered), total: write(governorates.length) })}
        value={covered}
        max={governorates.length}
      />
      {places.data && (
        <GovernorateMap
          label={t('teachersByGovernorate')}
          values={new Map(places.data.data.map((place) => [place.governorateId, place.teachers]))}
          withTable
        />
      )}
    </Card>
  )
}
