import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useQueueKeys } from '@darsi/client/queue/use-queue-keys.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { RankedBars } from '@darsi/design/charts/chart.tsx'
import { GovernorateMap } from '@darsi/design/charts/governorate-map.tsx'
import { ProgressBar } from '@darsi/design/charts/progress.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatKnown } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { texts } from '@darsi/features/texts.ts'
import { RecentActivity } from '../recent-activity.tsx'
import { type QueueCount, type Stats, useStats } from '../stats.ts'
import './overview.css'

export default function Overview({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  // a failure is shown above the tabs, with the counters
  const { data, error } = useStats(api)
  const write = (value: number | undefined) => formatKnown(value, language)
  return (
    <div className="ds-stack">
      <h2 className="ds-hidden">{t('tab_overview')}</h2>
      {data === null && error === null && <Skeleton shape="card" />}
      {data !== null && (
        <div className="ds-grid admin-halves">
          <div className="ds-stack">
            <PendingActions stats={data} onOpen={onTabChange} />
            <RecentActivity api={api} />
          </div>
          <div className="ds-stack">
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
            {data.governoratesCovered !== undefined && (
              <Coverage api={api} covered={data.governoratesCovered} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

type OwnLabel = 'duplicateAlerts' | QueueCount
type Pending = {
  tab: string
  place?: Readonly<Record<string, string>>
  label: OwnLabel | 'tab_safety-alerts' | 'tab_tickets'
  count: keyof Stats & (OwnLabel | 'openAlerts' | 'openTickets')
  late?: keyof Stats & ('overdueAlerts' | 'overdueTickets' | 'overdueConnections')
}

/** By the harm of a delay: a child's safety first. */
const pending: readonly Pending[] = [
  { tab: 'safety-alerts', label: 'tab_safety-alerts', count: 'openAlerts', late: 'overdueAlerts' },
  { tab: 'tickets', label: 'tab_tickets', count: 'openTickets', late: 'overdueTickets' },
  {
    tab: 'connection-requests',
    label: 'pendingConnections',
    count: 'pendingConnections',
    late: 'overdueConnections',
  },
  {
    tab: 'connection-requests',
    place: { view: 'care' },
    label: 'pendingCareChanges',
    count: 'pendingCareChanges',
  },
  {
    tab: 'user-management',
    place: { view: 'queue' },
    label: 'pendingApprovals',
    count: 'pendingApprovals',
  },
  {
    tab: 'user-management',
    place: { view: 'documents' },
    label: 'pendingProofs',
    count: 'pendingProofs',
  },
  {
    tab: 'connection-requests',
    place: { view: 'upgrades' },
    label: 'pendingUpgrades',
    count: 'pendingUpgrades',
  },
  { tab: 'user-management', place: { view: 'cards' }, label: 'pendingCards', count: 'pendingCards' },
  { tab: 'duplicate-alerts', label: 'duplicateAlerts', count: 'duplicateAlerts' },
]

/** What is late comes first, then what waits, then the queues that are empty. */
const urgencyOf = (stats: Stats, { count, late }: Pending): number => {
  if (late && (stats[late] ?? 0) > 0) return 2
  return (stats[count] ?? 0) > 0 ? 1 : 0
}

type PendingProps = { stats: Stats; onOpen: DashboardProps['onTabChange'] }

/** What waits for a decision. The key N opens the first queue. */
function PendingActions({ stats, onOpen }: PendingProps) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const sorted = pending.toSorted((one, other) => urgencyOf(stats, other) - urgencyOf(stats, one))
  const [first] = sorted.filter((each) => urgencyOf(stats, each) > 0)
  const open = ({ tab, place }: Pending) => onOpen(tab, place)
  const [keysOn] = useQueueKeys(first ? { n: () => open(first) } : {})
  return (
    <Card title={t('pendingActions')}>
      <ul className="admin-pending">
        {sorted.map((each) => (
          <li key={each.count}>
            <span>
              {t(each.label)}
              {urgencyOf(stats, each) === 2 && (
                <>
                  {' '}
                  <Badge tone="danger">
                    {t('lateCount', { count: stats[each.late ?? 'overdueAlerts'] ?? 0 })}
                  </Badge>
                </>
              )}
            </span>
            <span className="admin-pending-count">{formatKnown(stats[each.count], language)}</span>
            <Button
              variant={each === first ? 'primary' : 'secondary'}
              size="sm"
              aria-label={t('openNamed', { name: t(each.label) })}
              onClick={() => open(each)}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
      {first === undefined && <p className="ds-soft ds-small">{t('allDone')}</p>}
      {first && keysOn && <p className="ds-soft ds-small">{t('openFirst')}</p>}
    </Card>
  )
}

function Coverage({ api, covered }: Pick<DashboardProps, 'api'> & { covered: number }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const places = useCall(api, 'GET /statistics/location')
  const write = (value: number) => formatNumber(value, language)
  return (
    <Card title={t('geographicCoverage')}>
      <ProgressBar
        label={t('coverage', { covered: write(covered), total: write(governorates.length) })}
        value={covered}
        max={governorates.length}
      />
      {places.data && (
        <div className="admin-coverage">
          <GovernorateMap
            label={t('teachersByGovernorate')}
            values={new Map(places.data.data.map((place) => [place.governorateId, place.teachers]))}
            withTable
          />
          <MostTeachers places={places.data.data} />
        </div>
      )}
    </Card>
  )
}

type Place = { governorateId: number; teachers: number | null }
const shownPlaces = 6

/** The governorates with most teachers, beside the map; nothing where all have fewer than five. */
function MostTeachers({ places }: { places: readonly Place[] }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const rows = places
    .flatMap(({ governorateId, teachers }) => {
      const label = governorates[governorateId - 1]?.name[language] ?? ''
      return teachers === null || teachers === 0
        ? []
        : [{ id: String(governorateId), label, value: teachers }]
    })
    .toSorted((one, other) => other.value - one.value)
    .slice(0, shownPlaces)
  if (rows.length === 0) return null
  return <RankedBars caption={t('mostTeachers')} rows={rows} />
}
